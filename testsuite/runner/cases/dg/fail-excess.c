int a; /* dg-message "x" */
// output: fail-excess.c:1:5: note: x
// output: fail-excess.c:1:5: warning: race
