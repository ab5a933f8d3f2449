int a; /* dg-output "never" */
