/* dg-options "-DVALUE=1" */ /* dg-racecheck-options "--some-option" */ /* dg-output "option --some" */
int a[VALUE];
