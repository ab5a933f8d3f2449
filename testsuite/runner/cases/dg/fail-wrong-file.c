int a; /* dg-warning "race" */
// output: other.c:1:5: warning: race
