int a; /* dg-bogus "x" */
// status: 1
