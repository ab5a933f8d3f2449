# The formats for machines, on the bundled example: each is JSON, SARIF fits the published schema, and each
# has what its readers look at.
. "$TESTSUITE/lib.sh"
has node || skip "node is not installed"

mkdir -p source/lib
for f in "$TESTSUITE"/demo/*; do
  cp "$f" source
done
mv source/cache.c 'source/lib/c ä%#.c' # a name that a URI cannot hold
sed -i 's/"demo.h"/"..\/demo.h"/' source/lib/*.c
cd source
for f in *.c lib/*.c; do
  $CC $with -pthread -c "$f" -o "../$(basename "$f" .c).o"
done
cd ..
"$RACECHECK" --output=text --output=sarif:all.sarif --output=csdiff:all.csdiff --output=json:all.json \
  --root=source ./*.o > text
"$RACECHECK" ./*.o | same - text "text among others"
"$RACECHECK" --output=sarif --root=source ./*.o | same - all.sarif "SARIF on standard output"
[ "$(ls -A | grep -c '^all')" = 3 ] || fail "something is left over"

cat > check.js <<'END'
const fs = require("fs"), assert = require("assert");
const read = f => JSON.parse(fs.readFileSync(f, "utf8"));
const text = fs.readFileSync("text", "utf8");
const messages = [...text.matchAll(/warning: (.*) \[-Wrace\]/g)].map(m => m[1]);
assert.equal(messages.length, 3);

const run = read("all.sarif").runs[0];
assert.deepEqual(run.results.map(r => r.message.text), messages);
const rule = run.tool.driver.rules[0];
assert.equal(rule.id, "race");
assert.deepEqual(rule.properties.cwe, ["CWE-366"]);
assert(rule.properties.tags.includes("external/cwe/cwe-366"));
assert(rule.help.text && rule.shortDescription.text);
const places = [...text.matchAll(/^(.*):(\d+):(\d+): warning/gm)];
run.results.forEach((r, i) => {
  assert.equal(r.ruleId, "race");
  const at = r.locations[0].physicalLocation;
  assert.equal(decodeURIComponent(at.artifactLocation.uri), places[i][1]);
  assert.equal(at.region.startLine, +places[i][2]);
  /* One code flow with one thread flow; the last step of each thread is its access. */
  assert.equal(r.codeFlows.length, 1);
  assert.equal(r.codeFlows[0].threadFlows.length, 1);
  const steps = r.codeFlows[0].threadFlows[0].locations;
  assert.equal(steps.filter(s => s.kinds[0] === "access").length, 2);
  assert.equal(steps[steps.length - 1].kinds[0], "access");
  for (const s of steps)
    assert(s.nestingLevel > 0 && s.kinds.length === 1 && /^(another )?thread '/.test(s.location.message.text));
  assert(r.relatedLocations.filter(l => /^(read|written|updated) here/.test(l.message.text)).length === 2);
  for (const l of r.relatedLocations)
    assert(!l.physicalLocation.artifactLocation.uri.startsWith("file:"));
  assert(/^[0-9a-f]{16}$/.test(r.partialFingerprints.primaryLocationLineHash));
});
assert.equal(new Set(run.results.map(r => r.partialFingerprints["racecheck/v1"])).size, 3);
assert(run.results.some(r => r.locations[0].physicalLocation.artifactLocation.uri === "lib/c%20%C3%A4%25%23.c"));

const defects = read("all.csdiff").defects;
assert.deepEqual(defects.map(d => d.events[d.key_event_idx].message), messages);
for (const d of defects) {
  assert.equal(d.checker, "RACECHECK_WARNING");
  assert.equal(d.cwe, 366);
  assert(d.function && d.events.length > 3);
  assert.equal(d.events.filter(e => e.verbosity_level === 0).length, 1);
  for (const e of d.events)
    assert(e.file_name && e.line > 0 && e.column > 0 && /^[a-z_]+$/.test(e.event) && e.message);
}

/* csdiff's own rules.  Its JSON: keys that it does not know are complained about. */
const known = {
  defect: ["annotation", "checker", "cwe", "defect_id", "events", "function", "imp", "key_event_idx", "language", "tool"],
  event: ["column", "event", "file_name", "line", "message", "verbosity_level"]
};
for (const d of defects) {
  assert.deepEqual(Object.keys(d).filter(k => !known.defect.includes(k)), []);
  for (const e of d.events)
    assert.deepEqual(Object.keys(e).filter(k => !known.event.includes(k)), []);
  assert.equal(d.events[d.key_event_idx].verbosity_level, 0);
  assert(/^[A-Z][A-Z0-9_]*$/.test(d.checker) && Number.isInteger(d.cwe));
}
/* SARIF: one run; the events are those of the only thread flow of the only code flow, behind the result as key
   event unless one has nesting level 0; an event is named by its kinds; the CWE is in the taxa. */
assert.equal(read("all.sarif").runs.length, 1);
const decoded = run.results.map(r => {
  const key = {name: r.level + "[" + r.ruleId + "]", message: r.message.text, at: r.locations[0].physicalLocation};
  const flow = r.codeFlows.length === 1 && r.codeFlows[0].threadFlows.length === 1
    ? r.codeFlows[0].threadFlows[0].locations : [];
  const events = flow.filter(l => l.kinds && l.kinds.length).map(l => ({name: l.kinds.join("_"), level: l.nestingLevel,
    message: l.location.message.text, at: l.location.physicalLocation}));
  assert(events.length > 1 && events.every(e => e.level > 0 && e.at.artifactLocation.uri && e.at.region.startLine));
  const cwe = r.taxa.find(t => t.toolComponent.name === "cwe");
  return {cwe: +cwe.id, events: [key, ...events]};
});
decoded.forEach((d, i) => {
  assert.equal(d.cwe, defects[i].cwe);
  assert.equal(d.events[0].message, defects[i].events[0].message);
  assert.equal(d.events[0].at.region.startLine, defects[i].events[0].line);
});
/* Text, as GCC's: a message with its place, or the source and what marks it.  Each warning starts a defect. */
const message = /^([^ #:"][^:"]+):(\d+):(\d+): ([A-Za-z][A-Za-z0-9_-]*): (.*)$/, source = /^ *(\d+)? \| .*$/;
const lines = text.split("\n").filter(l => l && !/^racecheck: /.test(l));
for (const l of lines)
  assert(message.test(l) || source.test(l), l);
const tokens = lines.map(l => l.match(message)).filter(Boolean);
assert.deepEqual(tokens.filter(m => m[4] === "warning").map(m => m[5]), messages.map(m => m + " [-Wrace]"));
assert.equal(tokens[0][4], "warning");
assert(tokens.every(m => m[4] === "warning" || m[4] === "note"));

const all = read("all.json");
assert.equal(all.format, 1);
assert.equal(all.summary.findings, 3);
assert.equal(all.summary.racy, 3);
assert.deepEqual(all.findings.map(f => f.message), messages);
for (const f of all.findings) {
  assert.equal(f.accesses.length, 2);
  assert.equal(f.sites.length, f.evidence.of);
}
const closed = all.findings.find(f => f.symbol === "closed");
assert.deepEqual(closed.sites.map(s => s.locks.join()).sort(), ["", "lock"]);
assert.deepEqual(closed.sites.map(s => s.threads).sort(), ["main", "worker"]);
END
node check.js

# Nothing to say is said in every format too.
echo 'int main (void) { return 0; }' > none.c
$CC $with -c none.c -o none.o
for format in sarif csdiff json; do
  "$RACECHECK" --output=$format:none.$format none.o
done
node -e 'const read = f => JSON.parse(require("fs").readFileSync(f));
const ok = !read("none.sarif").runs[0].results.length && !read("none.csdiff").defects.length
  && read("none.json").summary.state === "no threads";
process.exit(ok ? 0 : 1)' || fail "a program without threads"
objcopy -R .debug.racecheck none.o bare.o
"$RACECHECK" --output=sarif:bare.sarif bare.o 2> /dev/null
grep -q 'facts missing for 1 object' bare.sarif || fail "an object without facts"

status=0
"$TESTSUITE/../scripts/sarif-validate" all.sarif none.sarif bare.sarif || status=$?
[ $status != 77 ] || skip "the schema of SARIF cannot be fetched"
[ $status = 0 ] || fail "SARIF does not fit its schema"
