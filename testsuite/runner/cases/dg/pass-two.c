int a; /* dg-additional-sources "second.c" */
/* dg-warning "here" 1 */
// output: pass-two.c:1:5: warning: here
