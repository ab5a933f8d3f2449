int a; /* dg-warning "race" xfail "not found yet" */
// output: fail-xpass.c:1:5: warning: race
