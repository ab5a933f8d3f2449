int a; /* dg-warning "race on 'a'" */ /* dg-message "written here" */
// output: pass-here.c:1:5: warning: data race on 'a' [-Wrace]
// output: pass-here.c:1:5: note: written here by thread 't'
