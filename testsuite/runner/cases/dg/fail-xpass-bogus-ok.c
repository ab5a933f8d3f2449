int a; /* dg-bogus "race" xfail "false alarm" */
