# Are the races that ThreadSanitizer saw among the findings?
#
#   awk -f covered.awk RACES FINDINGS SOURCE...
#
# RACES: two places per line, FILE:LINE; FINDINGS: the output of racecheck.  Prints for each race `both' (one
# finding has both places), `one' or `missed'; `behind' instead of `missed' if another race of the program is
# found: it may be what leads to this one, as a pointer that is raced on leads to what it points to, or if an
# allocation is one of the two, and a finding has at least one place of another race; `object'
# if a lock or barrier is destroyed or made while it is in use, which is another kind of mistake.

function place_of(text,   p)
{
  match(text, /^[^: ]*:[0-9]*/)
  p = substr(text, RSTART, RLENGTH)
  sub(/^.*\//, "", p)
  return p
}

FILENAME == ARGV[1] { races[++n] = $0; next }
FILENAME != ARGV[2] {
  name = FILENAME
  sub(/^.*\//, "", name)
  if (/_(destroy|init) *\(/)
    of_lock[name ":" FNR] = 1
  if (/(alloc|strdup) *\(/)
    allocates[name ":" FNR] = 1
  next
}
/ warning: / { finding++ }
/ (read|written|updated|freed) here/ { in_finding[finding, place_of($0)] = 1 }

END {
  for (k = 1; k <= n; k++) {
    split(races[k], p, " ")
    best = 0
    for (f = 1; f <= finding; f++) {
      hits = ((f, p[1]) in in_finding) + ((f, p[2]) in in_finding)
      if (hits > best)
        best = hits
    }
    result[k] = p[1] in of_lock || p[2] in of_lock ? "object" : best == 2 ? "both" : best == 1 ? "one" : "missed"
    if (best > found)
      found = best
  }
  for (k = 1; k <= n; k++) {
    split(races[k], p, " ")
    made = p[1] in allocates || p[2] in allocates # before anybody knew of it, unless a pointer was raced on
    print (result[k] == "missed" && found + made >= 2 && found ? "behind" : result[k]), races[k]
  }
}
