int a /* dg-warning "race" */
