int a;
// output: line one
// status: 139
