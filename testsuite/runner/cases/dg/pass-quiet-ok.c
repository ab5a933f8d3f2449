int a;
// output: pass-quiet-ok.c:1:1: note: a note is no failure
