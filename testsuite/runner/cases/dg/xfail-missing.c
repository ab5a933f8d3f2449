int a; /* dg-warning "race" xfail "not found yet" */
