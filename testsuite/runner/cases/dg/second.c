int b; /* dg-warning "there" */
// output: second.c:1:5: warning: there
