int a; /* dg-bogus "race" xfail "same object not proved" */
// output: xfail-bogus-ok.c:1:5: warning: race
