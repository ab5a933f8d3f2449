/* The same as in object-inner.c, where the element is the owner of the arrays in it.
   WITHOUT object: it would do, too
   RACY 1 'a[1].cells[k].hits': they are those of the next element
   RACY 2 'a[1].cells[k - 1].hits': ... counted from 1
   RACY 4 'b->cells[k].hits': of any element */
#define BY_OWNER
#include "object-inner.c"
