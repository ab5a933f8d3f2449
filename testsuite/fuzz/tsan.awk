# The two places of each data race that ThreadSanitizer reports: FILE:LINE FILE:LINE.
# FILE is without folder; frames outside of the program (in libraries) are passed over: its files have no
# folder but that of the run.  A thread that uses what it has freed itself races with nobody.

function ends()
{
  if (n == 2 && who[1] != who[2])
    print place[1], place[2]
  n = 0
  reading = 0
}

/^WARNING: ThreadSanitizer: data race/ || /^WARNING: ThreadSanitizer: heap-use-after-free/ { n = 0; in_report = 1; next }
/^==================/ { if (in_report) ends(); in_report = 0 }
in_report && /^  (Previous )?([Aa]tomic )?([Rr]ead|[Ww]rite) of size/ {
  reading = n < 2
  match($0, / by (thread T[0-9]+|main thread)/)
  who[n + 1] = substr($0, RSTART, RLENGTH)
  next
}
in_report && /^  [A-Z]/ { reading = 0 }
in_report && reading && /^    #[0-9]+ / {
  for (k = NF; k > 2; k--)
    if ($k ~ /^[^ ]*\.[ch]:[0-9]+/ && $k !~ /(libsanitizer|sysdeps|nptl|tsan)/) {
      p = $k
      sub(/^.*\//, "", p)
      match(p, /^[^:]*:[0-9]*/)
      place[++n] = substr(p, 1, RLENGTH)
      reading = 0
      break
    }
}
