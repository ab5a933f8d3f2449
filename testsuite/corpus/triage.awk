# Which of the findings that were judged are still reported.
#
#   awk -F '[|]' -v ran=" PROGRAM... " -f triage.awk LIST TRIAGE
#
# LIST has the lines of list.awk of the programs that ran, TRIAGE is triage.txt.

FNR == 1 { part++ }
part == 1 {
  fingerprint[$1 "|" $2] = place[$1 "|" $4] = access[$1 "|" $5] = access[$1 "|" $6] = 1
  next
}
/^#/ || NF < 7 { next }
{
  for (i = 1; i <= NF; i++)
    gsub(/^ +| +$/, "", $i)
  if (!index(ran, " " $1 " "))
    next
  split($4, at, ", ")
  state = ($1 "|unfinished") in fingerprint ? "?" : ($1 "|" $2) in fingerprint ? "same" : ($1 "|" $3) in place ? "moved" \
    : ($1 "|" at[1]) in access || ($1 "|" at[2]) in access ? "other" : "gone"
  split($7, kind, ":")
  count[state, $5 ~ /^true/ ? "true" : $5]++
  printf "%-6s %-10s %-13s %-20s %s\n", state, $5, $1, $5 == "false" ? kind[1] : "", $3
}
