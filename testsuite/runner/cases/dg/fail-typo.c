int a; /* dg-waring "race" */
