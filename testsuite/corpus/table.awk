# The table of the corpus, from the names of all programs in their order, then rows of row.awk.
# Variables: old, an earlier table, whose rows are kept for programs that have none now; triage, the file of
# judgements.

BEGIN {
  heading = "program lines units statements compile facts seconds MB s/100k definite possible other guarded read-only private ordered atomic undecided racy unknown judged true benign false"
  n_columns = split(heading, column, " ")
  while ((getline line < old) > 0)
    if (split(line, word, " ") > 1 && line ~ /^  /)
      lacks[substr(word[1], 1, length(word[1]) - 1)] = line
    else if (!(word[1] in was))
      was[word[1]] = line
  while ((getline line < triage) > 0) {
    if (line ~ /^#/ || split(line, f, / *[|] */) < 6)
      continue
    judged[f[1], f[5] ~ /^true/ ? "true" : f[5]]++
    judged[f[1]]++
    all[f[5] ~ /^true/ ? "true" : f[5]]++
    n_judged++
    if (f[6] != "-" && f[5] != f[6]) # - nobody looked a second time
      differ++
  }
}

function width(i) { return i == 1 ? -14 : length(column[i]) < 6 ? 7 : length(column[i]) + 1 }


# mawk knows no `*' in formats.
function cell(i, text,   w)
{
  w = width(i)
  return sprintf("%" w "s", text)
}

NF == 1 { order[++n] = $1; next }
{ row[$1] = $0 }

END {
  print "# Written by `scripts/corpus -o'.  compile: user time of the build with / without the plugin; facts: kB;"
  print "# seconds and MB: of the analysis; s/100k: seconds per 100,000 statements; definite, possible, other: findings;"
  print "# guarded to racy: shared locations by verdict; unknown: functions without facts and model that get pointers"
  print "# which matter; judged to false: findings in triage.txt, by the first judgement."
  text = ""
  for (i = 1; i <= n_columns; i++)
    text = text cell(i, column[i])
  print text
  for (p = 1; p <= n; p++) {
    name = order[p]
    if (!(name in row) && !(name in was))
      continue
    if (!(name in row)) {
      k = split(was[name], f, " ")
      if (f[2] == "unfinished" || f[2] == "not") {
        print was[name]
        continue
      }
      list = ""
    } else {
      k = split(row[name], f, " ")
      if (f[2] == "unfinished" || f[2] == "not") {
        print cell(1, name) "  " substr(row[name], length(name) + 2)
        continue
      }
      list = f[21]
      gsub(/,/, " ", list)
      delete lacks[name]
      if (list != "-")
        lacks[name] = "  " name ": " list
    }
    n_rows++
    f[21] = judged[name] + 0
    f[22] = judged[name, "true"] + 0
    f[23] = judged[name, "benign"] + 0
    f[24] = judged[name, "false"] + 0
    text = ""
    for (i = 1; i <= n_columns; i++) {
      sum[i] += f[i]
      text = text cell(i, f[i])
    }
    print text
    if (f[4] > 0 && f[7] > 0.05) { # least squares of log seconds over log statements
      x = log(f[4]); y = log(f[7])
      m++; sx += x; sy += y; sxx += x * x; sxy += x * y
    }
  }
  sum[1] = "all"
  sum[5] = "-"
  sum[9] = sum[4] ? sprintf("%.2f", sum[7] / sum[4] * 1e5) : 0
  sum[8] = "-"
  text = ""
  for (i = 1; i <= n_columns; i++)
    text = text cell(i, sum[i])
  print text
  print ""
  if (m > 2 && m * sxx > sx * sx)
    printf "growth: seconds ~ statements^%.2f (%d programs)\n", (m * sxy - sx * sy) / (m * sxx - sx * sx), m
  if (n_judged)
    printf "precision: of %d findings that were judged %d are true, %d benign, %d false: %.0f %% are data races; %d judged differently the second time\n", n_judged,
      all["true"], all["benign"], all["false"], 100 * (all["true"] + all["benign"]) / n_judged, differ
  print "functions without facts and model that get pointers which matter:"
  for (p = 1; p <= n; p++)
    if (order[p] in lacks)
      print lacks[order[p]]
}
