int a; /* dg-warning "in \"a\" [(]x[)]" */
// output: pass-quote.c:1:5: warning: in "a" (x)
