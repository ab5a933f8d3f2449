int a;
// output: fail-excess-ok.c:1:5: warning: race
