int a; /* dg-warning "no entry" 0 */ /* dg-exit-status 2 */
// output: racecheck: warning: no entry
// status: 2
