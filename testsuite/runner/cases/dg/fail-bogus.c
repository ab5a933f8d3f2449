int a; /* dg-bogus "race" */
// output: fail-bogus.c:1:5: note: race
