int a; /* dg-warning "race" */ /* dg-warning "race on 'b'" */
// output: pass-order.c:1:1: warning: race on 'b'
// output: pass-order.c:1:1: warning: race on 'a'
