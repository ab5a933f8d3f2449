# racecheck: the plugin (g++, for the compiler that CC names) and the analysis (plain C).
#
#   make            builds build/racecheck.so and build/racecheck
#   make demo       analyses the bundled example
#   make check      builds and runs all tests
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

C_FLAGS := -std=c11 -D_GNU_SOURCE -DRACECHECK_VERSION='"$(VERSION)"' -fPIC $(WARN) $(CI_ERR) $(CFLAGS) $(SAN)
P_FLAGS := -std=gnu++14 -fno-rtti -fno-exceptions -fPIC -DRACECHECK_VERSION='"$(VERSION)"' \
	-isystem $(PLUGIN_DIR)/include -Wall -Wextra -Wshadow $(CI_ERR) $(CFLAGS)
LIBS    := -liberty -lz -lzstd

# What the plugin takes from analysis/: the writer and the table of records.
SHARED_C := facts-table facts-write
PLUGIN   := $(patsubst plugin/%.cc,%,$(wildcard plugin/*.cc))
ANALYSIS := $(filter-out main,$(patsubst analysis/%.c,%,$(wildcard analysis/*.c)))

.PHONY: all demo check bench fuzz fuzz-reader fuzz-programs install clean setup FORCE
.DELETE_ON_ERROR:

all: $(BUILD)/racecheck.so $(OUT)/racecheck

# Rebuild when compiler or flags change: objects depend on a file that holds both.
$(OBJ)/config: FORCE
	@mkdir -p $(OBJ)/plugin $(OBJ)/analysis
	@echo '$(CC) $(CXX) $(MAJOR) $(C_FLAGS) $(P_FLAGS)' | cmp -s - $@ || \
	  echo '$(CC) $(CXX) $(MAJOR) $(C_FLAGS) $(P_FLAGS)' > $@

$(OBJ)/analysis/%.o: analysis/%.c $(OBJ)/config
	$(CC) $(C_FLAGS) -MMD -MP -c $< -o $@

$(OBJ)/plugin/%.o: plugin/%.cc $(OBJ)/config
	$(CXX) $(P_FLAGS) -MMD -MP -c $< -o $@
# Another version of GCC may lack some of its functions; the plugin must still load there to say that
# it does not fit.
	objcopy --weaken $@

# The plugin runs inside the compiler: its part of analysis/ is never built with sanitizers.
$(OBJ)/plugin/%.c.o: analysis/%.c $(OBJ)/config
	$(CC) $(filter-out $(SAN),$(C_FLAGS)) -MMD -MP -c $< -o $@

# The built-in models are data: each file becomes a string.
MODELS := $(sort $(filter-out analysis/models/README.models,$(wildcard analysis/models/*.models)))
$(OBJ)/models-builtin.c: $(MODELS) $(OBJ)/config
	{ echo '#include "models.h"'; echo 'const struct builtin_models builtin_models[] = {'; \
	  for f in $(MODELS); do echo "{\"$${f##*/}\","; \
	    sed 's/[\\"?]/\\&/g; s/.*/"&\\n"/' $$f; echo '},'; done; \
	  echo '{0}};'; } > $@
$(OBJ)/analysis/models-builtin.o: $(OBJ)/models-builtin.c
	$(CC) $(C_FLAGS) -Wno-missing-field-initializers -Ianalysis -c $< -o $@

# So is the page of the HTML report.
$(OBJ)/report-html.c: analysis/report.html $(OBJ)/config
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

$(BUILD)/racecheck.so: $(PLUGIN:%=$(OBJ)/plugin/%.o) $(SHARED_C:%=$(OBJ)/plugin/%.c.o)
	$(CXX) -shared -o $@ $^ -liberty -Wl,--exclude-libs,ALL -Wl,-z,defs -Wl,--unresolved-symbols=ignore-all

# Tests.  The golden tests are run with a second compiler too.
UNIT     := $(wildcard testsuite/unit/*.c)
OTHER_CC := $(if $(filter 11,$(MAJOR)),gcc-12,gcc-11)
OTHER    := $(BUILD)/$(OTHER_CC)

$(OUT)/unit-tests: $(UNIT) $(wildcard testsuite/unit/*.h analysis/*.h) $(OUT)/libracecheck.a
	$(CC) $(C_FLAGS) -Ianalysis $(UNIT) $(OUT)/libracecheck.a $(LIBS) \
	  $$(pkg-config --cflags --libs check) -o $@

check:
	scripts/setup check $(sort $(MAJOR) 11 12)
	+$(MAKE) all $(OUT)/unit-tests
	+$(MAKE) CC=$(OTHER_CC) BUILD=$(OTHER) SANITIZE= $(OTHER)/racecheck.so
	@status=0; \
	CK_DEFAULT_TIMEOUT=120 CC='$(CC)' PLUGIN=$(BUILD)/racecheck.so $(OUT)/unit-tests || status=1; \
	CC='$(CC)' CXX='$(CXX)' PLUGIN=$(BUILD)/racecheck.so RACECHECK=$(OUT)/racecheck \
	  testsuite/run --also $(OTHER_CC)=$(OTHER)/racecheck.so || status=1; \
	exit $$status

# Prints ratios, asserts nothing; see scripts/bench.
bench: all
	CC='$(CC)' PLUGIN='$(abspath $(BUILD)/racecheck.so)' RACECHECK='$(abspath $(OUT)/racecheck)' scripts/bench

# The reader of facts and what prints them, by libFuzzer.
FUZZ_SECONDS := 60
FUZZ_CC := clang
FUZZED  := $(wildcard analysis/facts-*.c analysis/spelling*.c analysis/access*.c) \
	analysis/lines.c analysis/arena.c analysis/text.c

$(BUILD)/fuzz/fuzz-facts: testsuite/fuzz/fuzz-facts.c $(FUZZED) $(wildcard analysis/*.h) \
		analysis/facts.def
	@mkdir -p $(@D)
	$(FUZZ_CC) -std=gnu11 -D_GNU_SOURCE -g -O1 -fsanitize=fuzzer,address,undefined \
	  -fno-sanitize-recover=undefined -Ianalysis $(filter %.c,$^) -o $@ -liberty

# Programs with known answers; see testsuite/fuzz/seeds.
N         := 100
SEED      := 1
FUZZ_TSAN := 2
GENERATOR := $(wildcard testsuite/fuzz/generator/*.c)

$(BUILD)/fuzz/generate: $(GENERATOR) testsuite/fuzz/generator/generator.h
	@mkdir -p $(@D)
	$(CC) -std=c11 -D_GNU_SOURCE $(WARN) $(CI_ERR) -O1 -g $(GENERATOR) -o $@

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
	  --tsan=$(FUZZ_TSAN) $(SEED) $$(($(SEED) + $(N) - 1)) $(BUILD)/fuzz/programs

-include $(wildcard $(OBJ)/analysis/*.d $(OBJ)/plugin/*.d)

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

install: all
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/share/man/man1 \
	  $(DESTDIR)$(PREFIX)/share/man/man5 $(DESTDIR)$(PLUGIN_DIR)
	install -m 755 $(BUILD)/racecheck $(DESTDIR)$(PREFIX)/bin/racecheck
	install -m 644 $(BUILD)/racecheck.so $(DESTDIR)$(PLUGIN_DIR)/racecheck.so
	install -m 644 analysis/racecheck.1 $(DESTDIR)$(PREFIX)/share/man/man1/racecheck.1
	install -m 644 analysis/racecheck.supp.5 $(DESTDIR)$(PREFIX)/share/man/man5/racecheck.supp.5

clean:
	rm -rf $(BUILD)
