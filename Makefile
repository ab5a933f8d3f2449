# racecheck: the plugin (g++, for the compiler that CC names) and the analysis (plain C).
#
#   make            builds all into build/: racecheck, racecheck.so, racecheck-ld.so, racecheck.specs
#   make demo       analyses the bundled example
#   make check      builds and runs all tests
#   make check-farm rebuilds a Debian package with racecheck
#   make bench      measures; see scripts/bench
#   make fuzz       fuzzes the reader for FUZZ_SECONDS, tries N generated programs; FUZZ chooses
#   make install    PREFIX, DESTDIR

VERSION := 0.1

CC     := gcc
CXX    := $(patsubst %gcc,%g++,$(firstword $(subst gcc-,gcc ,$(CC))))$(if $(findstring gcc-,$(CC)),-$(lastword $(subst gcc-, ,$(CC))))
BUILD  := build
PREFIX := /usr/local
MAJOR  := $(shell $(CC) -dumpversion | cut -d. -f1)
PLUGIN_DIR := $(shell $(CC) -print-file-name=plugin)

WARN   := -Wall -Wextra -Wshadow -Wstrict-prototypes
OPT    := -O2 -g
CI_ERR := $(if $(CI)$(WERROR),-Werror)
CFLAGS := $(OPT)
comma  := ,
SAN    := $(if $(SANITIZE),-fsanitize=address$(comma)undefined -fno-sanitize-recover=undefined)
OUT    := $(if $(SANITIZE),$(BUILD)/sanitize,$(BUILD))
OBJ    := $(OUT)/obj

# In the order of the data; no two files have one name.
FOLDERS := base facts load models merge pointers effects values locks escape openmp summaries threads contexts \
	verdicts schedules misuse findings report
vpath %.c analysis $(FOLDERS:%=analysis/%)

INCLUDE := -Ianalysis $(FOLDERS:%=-Ianalysis/%)
C_FLAGS := -std=c11 -D_GNU_SOURCE -DHAVE_STDINT_H -DRACECHECK_VERSION='"$(VERSION)"' -fPIC -fno-semantic-interposition $(INCLUDE) $(WARN) $(CI_ERR) $(CFLAGS) $(SAN)
P_FLAGS := -std=gnu++14 -fno-rtti -fno-exceptions -fPIC -DRACECHECK_VERSION='"$(VERSION)"' \
	-isystem $(PLUGIN_DIR)/include -Wall -Wextra -Wshadow $(CI_ERR) $(CFLAGS)
LIBS    := -liberty -lz -lzstd

# What the plugin calls in analysis/: its references are weak (see below) and get nothing out of archives.
SHARED_C := facts-table facts-write whole
PLUGIN   := $(patsubst plugin/%.cc,%,$(wildcard plugin/*.cc))
ANALYSIS := $(filter-out main linker,$(basename $(notdir $(wildcard analysis/*.c $(FOLDERS:%=analysis/%/*.c)))))

.PHONY: all all-doors demo check check-farm bench fuzz fuzz-reader fuzz-programs fuzz-mutants fuzz-metamorph install clean setup FORCE
.DELETE_ON_ERROR:

# Plain C: one build of it serves the plugins for all compilers.
LIBRARY := $(OUT)/libracecheck.a
DOORS   := $(BUILD)/racecheck.so $(BUILD)/racecheck-ld.so $(BUILD)/racecheck.specs $(BUILD)/racecheck-link
all: all-doors $(OUT)/racecheck
all-doors: $(DOORS)

# Rebuild when compiler or flags change: objects depend on a file that holds both.
$(OBJ)/config: FORCE
	@mkdir -p $(OBJ)/plugin $(OBJ)/analysis $(OBJ)/unit
	@echo '$(CC) $(CXX) $(MAJOR) $(C_FLAGS) $(P_FLAGS)' | cmp -s - $@ || \
	  echo '$(CC) $(CXX) $(MAJOR) $(C_FLAGS) $(P_FLAGS)' > $@

$(OBJ)/analysis/%.o: %.c $(OBJ)/config
	$(CC) $(C_FLAGS) -MMD -MP -c $< -o $@

$(OBJ)/plugin/%.o: plugin/%.cc $(OBJ)/config
	$(CXX) $(P_FLAGS) -MMD -MP -c $< -o $@
# Another version of GCC may lack some of its functions; the plugin must still load there to say that
# it does not fit.
	objcopy --weaken $@

# The built-in models are data: each file becomes a string.
MODELS := $(sort $(filter-out analysis/models/README.models,$(wildcard analysis/models/*.models)))
$(OBJ)/models-builtin.c: $(MODELS) $(OBJ)/config
	{ echo '#include "models.h"'; echo 'const struct builtin_models builtin_models[] = {'; \
	  for f in $(MODELS); do echo "{\"$${f##*/}\","; \
	    sed 's/[\\"?]/\\&/g; s/.*/"&\\n"/' $$f; echo '},'; done; \
	  echo '{0}};'; } > $@
$(OBJ)/analysis/models-builtin.o: $(OBJ)/models-builtin.c
	$(CC) $(C_FLAGS) -Wno-missing-field-initializers -c $< -o $@

# So is the page of the HTML report.
$(OBJ)/report-html.c: analysis/report/report.html $(OBJ)/config
	{ echo 'extern const char report_html[];'; echo 'const char report_html[] ='; \
	  sed 's/[\\"?]/\\&/g; s/.*/"&\\n"/' $<; echo ';'; } > $@
$(OBJ)/analysis/report-html.o: $(OBJ)/report-html.c
	$(CC) $(C_FLAGS) -c $< -o $@

$(OUT)/libracecheck.a: $(ANALYSIS:%=$(OBJ)/analysis/%.o) $(OBJ)/analysis/models-builtin.o \
		$(OBJ)/analysis/report-html.o
	rm -f $@
	$(AR) rcs $@ $^

$(OUT)/racecheck: $(OBJ)/analysis/main.o $(OUT)/libracecheck.a
	$(CC) $(SAN) -o $@ $^ $(LIBS)

# What is loaded into compilers and linkers is never built with sanitizers.
ifdef SANITIZE
$(DOORS) &: FORCE
	+$(MAKE) SANITIZE= COMMAND=$(abspath $(OUT)/racecheck) all-doors
else
LOADED := -shared -Wl,--exclude-libs,ALL -Wl,-z,defs

$(BUILD)/racecheck.so: $(PLUGIN:%=$(OBJ)/plugin/%.o) $(SHARED_C:%=$(OBJ)/analysis/%.o) $(LIBRARY)
	$(CXX) $(LOADED) -o $@ $^ -liberty -Wl,--unresolved-symbols=ignore-all

$(BUILD)/racecheck-ld.so: $(OBJ)/analysis/linker.o $(LIBRARY)
	$(CC) $(LOADED) -o $@ $^ $(LIBS)

# -specs=FILE: names the others as they are here, or as GCC finds them once they are installed.
SPECS = sed -e 's|@SPECS@|$(1)|; s|@PLUGIN@|$(2)|; s|@LINKER@|$(3)|; s|@FALLBACK@|$(4)|' \
	-e "s|@SUM@|$$(cksum < $(BUILD)/racecheck.so)|" plugin/racecheck.specs
# The command that the fall-back for lld and mold runs.
COMMAND := $(abspath $(OUT)/racecheck)
LINK  = sed -e 's|@RACECHECK@|$(1)|; s|@BINDIR@|$(PREFIX)/bin|' plugin/racecheck-link

$(BUILD)/racecheck.specs: plugin/racecheck.specs $(BUILD)/racecheck.so
	@mkdir -p $(@D)
	$(call SPECS,$(abspath $@),$(abspath $(BUILD)/racecheck.so),$(abspath $(BUILD)/racecheck-ld.so),$(abspath $(BUILD)/racecheck-link)) > $@

$(BUILD)/racecheck-link: plugin/racecheck-link
	@mkdir -p $(@D)
	$(call LINK,$(COMMAND)) > $@
	chmod +x $@
endif

# Tests.  The golden tests are run with a second compiler too.
UNIT     := $(wildcard testsuite/unit/*.c)
OTHER_CC := $(if $(filter 11,$(MAJOR)),gcc-12,gcc-11)
OTHER    := $(BUILD)/$(OTHER_CC)

$(OBJ)/unit/%.o: testsuite/unit/%.c $(OBJ)/config
	$(CC) $(C_FLAGS) $$(pkg-config --cflags check) -MMD -MP -c $< -o $@

$(OUT)/unit-tests: $(UNIT:testsuite/unit/%.c=$(OBJ)/unit/%.o) $(OUT)/libracecheck.a
	$(CC) $(SAN) -o $@ $^ $(LIBS) $$(pkg-config --libs check)

check:
	scripts/setup check $(sort $(MAJOR) 11 12)
	+$(MAKE) all $(OUT)/unit-tests
	+$(MAKE) CC=$(OTHER_CC) BUILD=$(OTHER) SANITIZE= LIBRARY=$(BUILD)/libracecheck.a \
	  COMMAND=$(abspath $(OUT)/racecheck) all-doors
	@status=0; \
	CK_DEFAULT_TIMEOUT=120 CC='$(CC)' PLUGIN=$(BUILD)/racecheck.so $(OUT)/unit-tests || status=1; \
	CC='$(CC)' CXX='$(CXX)' PLUGIN=$(BUILD)/racecheck.so RACECHECK=$(OUT)/racecheck \
	  testsuite/run --also $(OTHER_CC)=$(OTHER)/racecheck.so || status=1; \
	exit $$status

# Rebuilds a Debian package and analyses it; installs what it needs.
FARM_PACKAGES := fzy
check-farm: all
	BUILD='$(BUILD)' CC='$(CC)' testsuite/farm/package $(FARM_PACKAGES)

# Prints ratios, asserts nothing; see scripts/bench.
bench: all
	CC='$(CC)' PLUGIN='$(abspath $(BUILD)/racecheck.so)' RACECHECK='$(abspath $(OUT)/racecheck)' scripts/bench

# The reader of facts and what prints them, by libFuzzer.
FUZZ_SECONDS := 60
FUZZ_CC := clang
FUZZED  := $(wildcard analysis/facts/*.c) $(addprefix analysis/base/,lines.c arena.c text.c)

$(BUILD)/fuzz/fuzz-facts: testsuite/fuzz/fuzz-facts.c $(FUZZED) $(wildcard analysis/*/*.h) \
		analysis/facts/facts.def
	@mkdir -p $(@D)
	$(FUZZ_CC) -std=gnu11 -D_GNU_SOURCE -g -O1 -fsanitize=fuzzer,address,undefined \
	  -fno-sanitize-recover=undefined $(INCLUDE) $(filter %.c,$^) -o $@ -liberty

# Programs with known answers; see testsuite/fuzz/seeds.
N          := 100
SEED       := 1
FUZZ_TSAN  := 2
FUZZ_EVERY := 1
GENERATOR  := $(wildcard testsuite/fuzz/generator/*.c)

$(BUILD)/fuzz/generate: $(GENERATOR) testsuite/fuzz/generator/generator.h
	@mkdir -p $(@D)
	$(CC) -std=c11 -D_GNU_SOURCE $(WARN) $(CI_ERR) -O1 -g $(GENERATOR) -o $@

# Race-free programs and the tests, changed at random: what ThreadSanitizer sees must be found.
fuzz-mutants:
	scripts/setup check $(MAJOR)
	+$(MAKE) all $(BUILD)/fuzz/generate
	for seed in $$(seq 1 300); do mkdir -p $(BUILD)/fuzz/race-free && $(BUILD)/fuzz/generate --race-free --cells=1 $$seed \
	  $(BUILD)/fuzz/race-free/$$seed testsuite/fuzz/idioms/*.idioms || exit 1; done
	CC='$(CC)' PLUGIN='$(abspath $(BUILD)/racecheck.so)' RACECHECK='$(abspath $(OUT)/racecheck)' \
	  testsuite/fuzz/mutants $(SEED) $$(($(SEED) + $(N) - 1)) $(BUILD)/fuzz/mutants \
	  $(BUILD)/fuzz/race-free/* testsuite/race/*-ok.c

# The same programs in other forms: the same findings.
fuzz-metamorph:
	scripts/setup check $(MAJOR)
	+$(MAKE) all
	CC='$(CC)' PLUGIN='$(abspath $(BUILD)/racecheck.so)' RACECHECK='$(abspath $(OUT)/racecheck)' \
	  testsuite/fuzz/metamorph testsuite/race/*.c

FUZZ := reader programs
fuzz: $(FUZZ:%=fuzz-%)

fuzz-reader:
	scripts/setup check $(MAJOR)
	+$(MAKE) $(BUILD)/racecheck.so $(BUILD)/fuzz/fuzz-facts
	CC='$(CC)' PLUGIN='$(abspath $(BUILD)/racecheck.so)' FUZZ_SECONDS=$(FUZZ_SECONDS) \
	  testsuite/fuzz/run $(BUILD)/fuzz/fuzz-facts $(BUILD)/fuzz

fuzz-programs:
	scripts/setup check $(MAJOR)
	+$(MAKE) all $(BUILD)/fuzz/generate
	CC='$(CC)' PLUGIN='$(abspath $(BUILD)/racecheck.so)' RACECHECK='$(abspath $(OUT)/racecheck)' \
	  GENERATE='$(abspath $(BUILD)/fuzz/generate)' testsuite/fuzz/seeds --table --reduce \
	  --tsan=$(FUZZ_TSAN) --every=$(FUZZ_EVERY) $(SEED) $$(($(SEED) + $(N) - 1)) $(BUILD)/fuzz/programs

-include $(wildcard $(OBJ)/analysis/*.d $(OBJ)/plugin/*.d $(OBJ)/unit/*.d)

# The bundled example, compiled with the plugin, and what the analysis says about it.
DEMO := $(BUILD)/demo
demo:
	@scripts/setup build $(MAJOR)
	@+$(MAKE) --no-print-directory all
	@mkdir -p $(DEMO)
	@for f in testsuite/demo/*.c; do \
	  $(CC) -O1 -pthread -fplugin=$(abspath $(BUILD)/racecheck.so) -c $$f \
	    -o $(DEMO)/$$(basename $$f .c).o || exit 1; done
	@$(CC) -pthread $(DEMO)/*.o -o $(DEMO)/demo
	@echo '--- racecheck $(DEMO)/demo'
	@$(BUILD)/racecheck $(DEMO)/demo
	@echo '--- why the others do not race: racecheck --dump=verdicts $(DEMO)/demo'
	@$(BUILD)/racecheck --dump=verdicts $(DEMO)/demo

# Beside the compiler: what GCC finds by its bare name.
GCC_DIR := $(dir $(PLUGIN_DIR))
MAN     := $(DESTDIR)$(PREFIX)/share/man
install: all
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/share/pkgconfig $(MAN)/man1 $(MAN)/man5 $(MAN)/man7 \
	  $(DESTDIR)$(PREFIX)/share/bash-completion/completions $(DESTDIR)$(PLUGIN_DIR)
	install -m 755 $(OUT)/racecheck scripts/racecheck-replay $(DESTDIR)$(PREFIX)/bin
	for c in '$(CC)' '$(CXX)'; do \
	  w=$(DESTDIR)$(PREFIX)/bin/racecheck-$$(echo $${c##*/} | sed 's/-[0-9]*$$//'); \
	  printf '#!/bin/sh\nexec %s -specs=racecheck.specs "$$@"\n' "$$c" > $$w && chmod 755 $$w || exit; done
	install -m 644 $(BUILD)/racecheck.so $(BUILD)/racecheck-ld.so $(DESTDIR)$(PLUGIN_DIR)
	$(call SPECS,racecheck.specs,racecheck,plugin/racecheck-ld.so%s,plugin/racecheck-link%s) \
	  > $(DESTDIR)$(GCC_DIR)racecheck.specs
	$(call LINK,racecheck) > $(DESTDIR)$(PLUGIN_DIR)/racecheck-link
	chmod 755 $(DESTDIR)$(PLUGIN_DIR)/racecheck-link
	printf '%s\n' 'Name: racecheck' 'Description: finds data races, at each link' 'Version: $(VERSION)' \
	  'Cflags: -specs=racecheck.specs' 'Libs: -specs=racecheck.specs' \
	  > $(DESTDIR)$(PREFIX)/share/pkgconfig/racecheck.pc
	install -m 644 analysis/racecheck.1 $(MAN)/man1
	install -m 644 plugin/racecheck-plugin.7 $(MAN)/man7
	awk -v version=$(VERSION) -f scripts/models-man.awk analysis/models/README.models \
	  > $(MAN)/man5/racecheck-models.5
	install -m 644 analysis/racecheck.supp.5 $(MAN)/man5
	awk -f scripts/completion.awk analysis/options.def \
	  > $(DESTDIR)$(PREFIX)/share/bash-completion/completions/racecheck

clean:
	rm -rf $(BUILD)
