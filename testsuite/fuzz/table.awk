# Hits and misses per idiom, from the lines of compare.awk.

{
  if (sub(/^known-/, "", $1))
    star[$3] = "*"
  count[$1, $3]++
  total[$1]++
  if (!($3 in known)) {
    known[$3] = 1
    order[++n] = $3
  }
}

function of(what, name) { return count[what, name] + 0 }

function row(name, planted, found, missed, misplaced, misnamed, seen, free, quiet, alarm, reason, extra, other)
{
  printf "%-26s %7s %6s %6s %9s %8s %6s  %6s %6s %6s %6s %6s %9s\n", name, planted, found, missed, misplaced,
    misnamed, seen, free, quiet, alarm, reason, extra, other
}

END {
  row("idiom", "planted", "found", "missed", "misplaced", "misnamed", "tsan", "free", "quiet", "alarm",
    "reason", "extra", "unplanted")
  for (i = 1; i <= n; i++)
    for (j = i + 1; j <= n; j++)
      if (order[j] < order[i]) {
        t = order[i]; order[i] = order[j]; order[j] = t
      }
  for (i = 1; i <= n; i++) {
    d = order[i]
    if (d == "-")
      continue
    row(d star[d], of("found", d) + of("missed", d) + of("misplaced", d) + of("misnamed", d), of("found", d),
      of("missed", d), of("misplaced", d), of("misnamed", d), of("seen", d),
      of("quiet", d) + of("alarm", d), of("quiet", d),
      of("alarm", d), of("reason", d), of("extra", d),
      of("unplanted", d))
  }
  row("all", total["found"] + total["missed"] + total["misplaced"] + total["misnamed"], total["found"] + 0,
    total["missed"] + 0, total["misplaced"] + 0, total["misnamed"] + 0, total["seen"] + 0,
    total["quiet"] + total["alarm"], total["quiet"] + 0,
    total["alarm"], total["reason"] + 0, total["extra"] + 0, total["unplanted"] + 0)
  print total["reused"] + 0 " reports of ThreadSanitizer about memory that was freed too early and allocated again"
  print total["crash"] + 0 " crashes; * false alarms that are known: see the idiom"
}
