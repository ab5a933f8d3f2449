int a; /* dg-warning "race" */
// output: fail-warning-ok.c:1:5: warning: race
