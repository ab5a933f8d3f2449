# The row of a program in the table of the corpus, from what /usr/bin/time, --stats and the report say, and
# its list of findings.  Variables: program, lines, plain and made (seconds that the compiler took without
# and with the plugin).  The fields are those of table.awk; `PROGRAM unfinished REASON' if there is no report.

FILENAME != file { file = FILENAME; part++ }
part == 1 { user = $1; system_time = $2; kB = $3 }
part == 2 && $1 == "units" { units = $2 }
part == 2 && $1 == "instructions" && !statements { statements = $2 }
part == 2 && /^  bytes of facts/ { bytes = $4 }
part == 2 && /unknown, and is given what matters: / { unknown = unknown "," $NF; n_unknown++ }
part == 3 && /^racecheck: unfinished: / { sub(/^.*unfinished: /, ""); unfinished = $0 }
part == 3 && /^racecheck: [0-9]+ locations? shared: / {
  sub(/^.*shared: /, "")
  sub(/; .*/, "") # how many findings are not shown
  n = split($0, word, /, /)
  for (i = 1; i <= n; i++) {
    split(word[i], part_of, " ")
    name = word[i]
    sub(/^[0-9]+ /, "", name)
    verdict[name] = part_of[1]
  }
}
part == 4 { split($0, field, "|"); kind[field[3] == "definite" || field[3] == "possible" ? field[3] : "other"]++ }

END {
  if (unfinished != "") {
    print program, "unfinished", unfinished
    exit
  }
  seconds = user + system_time
  printf "%s %d %d %d %.3f %d %.2f %d %.2f %d %d %d %d %d %d %d %d %d %d %d %s\n", program, lines, units, statements,
    (plain > 0 ? made / plain : 0), bytes / 1024, seconds, kB / 1024, (statements ? seconds / statements * 1e5 : 0),
    kind["definite"], kind["possible"], kind["other"], verdict["guarded"], verdict["read-only"], verdict["private"], verdict["ordered"],
    verdict["atomic"], verdict["not decided"], verdict["racy"], n_unknown, (unknown == "" ? "-" : substr(unknown, 2))
}
