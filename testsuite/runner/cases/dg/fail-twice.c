int a; /* dg-warning "race" */
// output: fail-twice.c:1:5: warning: race
// output: fail-twice.c:1:5: warning: race
