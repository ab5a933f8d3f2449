int a; /* dg-warning "race" */
// output: fail-kind.c:1:5: note: race
