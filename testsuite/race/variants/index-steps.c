/* The same as in object-steps.c, where the locks are in an array of their own.
   RACY 2 'shelves[i + 1].cells[k].y': the next one
   RACY 4 'a->cells[k].y': all of the next one is cleared
   RACY 8 'c->y': a pointer is moved by the size of the element
   RACY 10 'a[k].cells[1].y': of an element so many further on
   RACY 11 'a[k - 1].cells[k].y': ... one less
   RACY 16 'a[k].grid[k][2]': an element so many further on, and the same number in it
   RACY 19 'c[k].y': a pointer to the array of such an element */
#define BY_INDEX
#include "object-steps.c"
