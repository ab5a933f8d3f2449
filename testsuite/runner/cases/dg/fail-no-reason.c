int a; /* dg-warning "race" xfail */
