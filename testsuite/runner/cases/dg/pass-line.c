int a;
/* dg-warning "on 'a'" 1 */
/* dg-warning "on 'b'" +2 */
/* { dg-message "declared" "a comment" .+1 } */
int b;
// output: pass-line.c:1:5: warning: data race on 'a'
// output: pass-line.c:5:5: warning: data race on 'b'
// output: pass-line.c:5:5: note: declared
