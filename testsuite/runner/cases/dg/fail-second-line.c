int a; /* dg-warning "race" +1 */
// output: fail-second-line.c:1:5: warning: race
