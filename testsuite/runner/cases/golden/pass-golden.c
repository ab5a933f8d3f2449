int a;
// output: line one
