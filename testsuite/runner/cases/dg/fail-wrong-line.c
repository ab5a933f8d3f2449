int a; /* dg-warning "race" */
// output: fail-wrong-line.c:2:5: warning: race
