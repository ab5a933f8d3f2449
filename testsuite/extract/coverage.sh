# Every kind of record, and every name in the tables of facts.def, occurs in some golden file.
. "$TESTSUITE/lib.sh"

cat > allowed <<'X'
# What no golden file can show, and why.
record string     shown where it is used
record loc        shown behind @
record values     shown where they are used
record preds      shown with its block
operand wide      the reader makes it an integer
operand none      means that there is no operand
name unit_flag big-endian     no such compiler at hand
name opcode rotl             GCC makes rotations to the right of constants
name opcode ?:               made only by later passes
name asm_direction inout     GCC splits such operands in two
name access_flag variable-size  in C such assignments become memcpy
X

cat "$extract"/*.golden > goldens
awk '
function quote(s) { gsub(/[][().*+?^$|\\{}]/, "\\\\&", s); return s }
FILENAME == "allowed" {
  if (/^#/) next
  if ($1 == "name") allowed[$1 " " $2 " " $3] = 1
  else allowed[$1 " " $2] = 1
  next
}
FILENAME ~ /facts\.def$/ {
  if (/^BEGIN_NAMES/) { table = $0; gsub(/.*\(|\).*/, "", table) }
  else if (/^  (NAME|FLAG) \(/) {
    text = $0; sub(/^[^"]*"/, "", text); sub(/".*/, "", text)
    names[table] = names[table] "\n" text
  }
  else if (/^RECORD/) { split($0, p, /[(,)] */); record[++n] = p[3] }
  else if (/^  FN \(/) {
    split($0, p, /[(,)] */)
    f = ++n_fields; f_record[f] = p[2]; f_type[f] = p[3]; f_name[f] = p[4]; f_table[f] = p[5]
  }
  next
}
{
  line = $0
  sub(/^ */, "", line)
  kind = line
  sub(/^%[0-9]+[^ ]* '"'[^']*'"' = /, "", kind)
  rest = kind
  sub(/[^a-z_].*/, "", kind)
  seen[kind] = 1
  if (line ~ /^-> /) { split(line, p, " "); has["block edges " p[3]] = 1; next }
  if (kind == "init") {
    has["init kind " (rest ~ /= data/ ? "data" : rest ~ /= -?[0-9]/ ? "integer" : "address")] = 1
    if (rest ~ /= &(close_it|function)/) has["init kind symbol"] = 1
    if (rest ~ /= &(plain|zero)/) has["init kind object"] = 1
  }
  if (rest ~ /[=( ](float|undefined|opaque)[,) ]/ || rest ~ /=(float|undefined|opaque)$/)
    for (w in other) if (rest ~ "[=( ]" w "([,) ]|$)") has["operand " w] = 1
  if (match(rest, /@[^ ]*( in macro [^ ]*)? [a-z,]+$/)) {
    l = substr(rest, RSTART); sub(/.* /, "", l)
    k = split(l, p, ","); for (i = 1; i <= k; i++) has["loc flags " p[i]] = 1
  }
  m = split(rest, words, " ")
  for (i = 2; i <= m; i++) {
    e = index(words[i], "=")
    if (!e) continue
    key = substr(words[i], 1, e - 1)
    k = split(substr(words[i], e + 1), p, ",")
    has[kind " " key " " substr(words[i], e + 1)] = 1
    for (j = 1; j <= k; j++) has[kind " " key " " p[j]] = 1
  }
}
BEGIN { other["float"]; other["undefined"]; other["opaque"] }
END {
  for (i = 1; i <= n; i++)
    if (!seen[record[i]] && !(("record " record[i]) in allowed)) { print "no record " record[i]; bad = 1 }
  for (f = 1; f <= n_fields; f++) {
    k = split(names[f_table[f]], p, "\n")
    for (i = 2; i <= k; i++) {
      id = f_record[f] " " f_name[f] " " p[i]
      if (id in has || ("name " f_table[f] " " p[i]) in allowed) continue
      missing[f_table[f] " " p[i]] = missing[f_table[f] " " p[i]] " " f_record[f]
    }
    for (i = 2; i <= k; i++)
      if ((f_record[f] " " f_name[f] " " p[i]) in has) found[f_table[f] " " p[i]] = 1
  }
  # A name needs to be seen in one of the records that can have it.
  for (id in missing)
    if (!(id in found)) { print "no " id " in" missing[id]; bad = 1 }
  k = split(names["edge_kind"], p, "\n")
  for (i = 2; i <= k; i++) if (!(("block edges " p[i]) in has)) { print "no edge " p[i]; bad = 1 }
  k = split(names["other_operand"], p, "\n")
  for (i = 2; i <= k; i++)
    if (!(("operand " p[i]) in has) && !(("operand " p[i]) in allowed)) { print "no operand " p[i]; bad = 1 }
  exit bad
}' allowed "$TESTSUITE/../analysis/facts/facts.def" goldens
