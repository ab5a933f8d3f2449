false
true
