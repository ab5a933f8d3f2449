int a; /* dg-warning "race" */ /* dg-message "held" */
// output: fail-note.c:1:5: warning: race
