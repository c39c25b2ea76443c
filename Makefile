# `make demo` and `make test` each set up everything they need and can be run again cheaply. `make help` lists the rest.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SOURCES := CMakeLists.txt pyproject.toml $(wildcard csrc/*)
export PIP_DISABLE_PIP_VERSION_CHECK := 1
# Bytecode is kept, whatever the shell says: tests start commands by the hundred, and each would compile the whole package for itself.
export PYTHONDONTWRITEBYTECODE :=
JOBS ?= 3
# Processes side by side on two cores: threads of theirs that wait by spinning would cost more than all that is computed.
ALONE := OPENBLAS_NUM_THREADS=1 OMP_NUM_THREADS=1
LOWEST := build/lowest
LOWEST_TEST = env/bin/python -m pytest -q -W ignore::DeprecationWarning --deselect tests/shape/test_shape.py::test_stubs_are_up_to_date
LOWEST_PIP = $(BIN)/python -m pip --python $(LOWEST)/env/bin/python install --quiet --constraint $(LOWEST)/lowest.txt

.PHONY: help demo demo-spark test test-all quick lint types bench coverage fuzz sanitize clang package test-lowest stubs messages shape docs clean
.DEFAULT_GOAL := help

help:            ## list these commands
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*##/\t/' | expand -t 13
	@echo
	@echo "PYTHON=python3.12 chooses the interpreter, JOBS=2 the test processes (three, since some wait for a browser), GNOMON_FUZZ=20000 the examples of make fuzz, SECONDS=600 its time,"
	@echo "GNOMON_THREADS=2 the kernels' threads, GNOMON_CI=1 makes a missing optional component fail instead of skip."

$(VENV)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 10))' || { echo "gnomon needs Python 3.10 or newer; set PYTHON=python3.x"; exit 1; }
	@echo "setting up $(VENV) (once; a minute or two)"
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade "pip>=25.1"
	$(BIN)/python -m pip install --quiet --group build
	@touch $@

$(VENV)/built: $(VENV)/python $(SOURCES)
	$(BIN)/python -m pip install --quiet --no-build-isolation $(if $(GNOMON_CI),-C cmake.define.GNOMON_WERROR=ON) --editable ".[all]"
	@touch $@

$(VENV)/tested: $(VENV)/built
	$(BIN)/python -m pip install --quiet --group test
	@if [ -n "$$GNOMON_CI" ]; then $(BIN)/python tools/components.py; fi
	@touch $@

demo: $(VENV)/built ## evaluate two models each on sample loans, a click log and street scenes, fit a scorecard; prints the summary and where the reports lie
	$(BIN)/gnomon demo out

$(VENV)/spark: $(VENV)/built
	$(BIN)/python -m pip install --quiet --no-build-isolation --editable ".[spark]"
	@touch $@

demo-spark: $(VENV)/spark ## evaluate 20 M rows (ROWS=20000000) on a Spark cluster of two executors on this machine; prints the summary, the time, what travelled, where the report lies
	$(BIN)/python tools/components.py java
	$(BIN)/python tools/demo_spark.py out $(ROWS)

lint: $(VENV)/tested ## ruff: rules and format; the shape of the source, which may only improve
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/python tools/shape.py

types: $(VENV)/tested ## mypy --strict, and what a type checker knows of the public functions
	$(BIN)/mypy

# One process has all tests of the cluster, beside the others: each that had any would start a cluster of its own. The others take tests from each
# other when they run out, since one file of slow ones would keep one of them busy for minutes at the end.
test: $(VENV)/tested lint types ## everything that must hold: lint, types, tests; of large products of parameters a sample that changes daily
	@if [ -n "$$GNOMON_CI" ]; then $(BIN)/python tools/components.py; fi
	@mkdir -p build; $(ALONE) $(BIN)/python -m pytest -q tests/spark > build/spark.log 2>&1 & spark=$$!; \
	$(ALONE) $(BIN)/python -m pytest -q -n $(JOBS) --dist worksteal --ignore tests/spark; others=$$?; \
	wait $$spark; cluster=$$?; echo "on a cluster:"; cat build/spark.log; [ $$others = 0 ] && { [ $$cluster = 0 ] || [ $$cluster = 5 ]; }

test-all: export GNOMON_ALL := 1
test-all: test ## the same with whole products of parameters

quick: $(VENV)/tested lint types ## within a minute: lint, types, and the tests of what changed since the branch left main
	$(ALONE) $(BIN)/python tools/quick.py

coverage: $(VENV)/tested ## how often intervals and bands hold the truth, tests reject it and findings are right, simulated; the tables of docs/uncertainty.md and docs/ranking.md (SETS=1000 data sets each, SECTIONS="paired clusters" for some of the tables)
	$(if $(SECTIONS),,GNOMON_ALL=1 $(BIN)/python -m pytest -q -n $(JOBS) -m "long or simulated" tests)
	OPENBLAS_NUM_THREADS=1 GNOMON_THREADS=1 $(BIN)/python tools/coverage.py $(or $(SETS),1000) $(SECTIONS)

bench: $(VENV)/tested ## measure against peers in one run; writes bench/RESULTS.md
	$(BIN)/python -m pip install --quiet --group bench
	$(BIN)/python tools/components.py chromium java
	$(BIN)/python bench/run.py

fuzz: $(VENV)/tested ## changed bytes under sanitizers for SECONDS=600; without SECONDS five minutes, then the property tests, far deeper (GNOMON_FUZZ=5000)
	$(BIN)/python tools/fuzz.py $(or $(SECONDS),300)
	$(if $(SECONDS),,GNOMON_FUZZ=$${GNOMON_FUZZ:-5000} $(BIN)/python -m pytest -q -n $(JOBS) tests/reference tests/laws tests/kernels)

sanitize: $(VENV)/tested ## the kernels' tests and changed bytes under AddressSanitizer and UndefinedBehaviorSanitizer, their threads under ThreadSanitizer
	$(BIN)/python tools/variants.py address thread

clang: $(VENV)/tested ## each header, and the kernels' tests, on a build by clang with libc++
	$(BIN)/python tools/components.py clang++
	CXX=clang++ CXXFLAGS=-stdlib=libc++ $(BIN)/python -m pytest -q -m "long or not long" tests/shape/test_build.py
	$(BIN)/python tools/variants.py clang

package: $(VENV)/python ## the source archive and a wheel made from it, tried in a new environment outside the repository
	$(BIN)/python tools/package.py

# Elsewhere than in the repository, so that what is tested is what was installed. What old versions of others find deprecated in newer ones
# is not ours to mend, and stubs are as the newest nanobind writes them.
test-lowest: $(VENV)/python ## the tests on the lowest version of everything that pyproject.toml allows (PYTHON=python3.10 for the lowest Python)
	rm -rf $(LOWEST) && mkdir -p $(LOWEST)
	$(PYTHON) -m venv --without-pip $(LOWEST)/env
	$(BIN)/python tools/lowest.py > $(LOWEST)/lowest.txt
	$(LOWEST_PIP) --group build --group test
	PATH="$(abspath $(LOWEST))/env/bin:$$PATH" $(LOWEST_PIP) --no-build-isolation -C build-dir=$(LOWEST)/cmake ".[all,lightgbm,xgboost,catboost,mlflow]"
	git ls-files -z --cached --others --exclude-standard | xargs -0 cp --parents --target-directory $(LOWEST)
	cd $(LOWEST) && export PATH="$$PWD/env/bin:$$PATH" && $(if $(TESTS),$(LOWEST_TEST) -n $(JOBS) $(TESTS),\
		{ $(LOWEST_TEST) tests/spark > spark.log 2>&1 & spark=$$!; $(LOWEST_TEST) -n $(JOBS) --dist worksteal --ignore tests/spark tests; others=$$?; \
		wait $$spark; cluster=$$?; echo "on a cluster:"; cat spark.log; [ $$others = 0 ] && [ $$cluster = 0 ]; })

stubs: $(VENV)/tested ## rewrite the type stubs from the catalogue and the compiled kernels
	$(BIN)/python tools/stubs.py --write

messages:        ## bring the catalogues of messages into their form; marks Chinese whose English has changed
	$(PYTHON) tools/messages.py --write

shape:           ## print the shape of the source in figures, and record those that became better
	$(PYTHON) tools/shape.py --write

docs: $(VENV)/built ## write docs/metrics.*.md and docs/figures from the catalogue and the demo
	$(BIN)/python tools/docs.py
	$(BIN)/python tools/cluster_picture.py
	$(BIN)/python tools/components.py playwright chromium
	$(BIN)/python tools/screenshots.py

clean:           ## remove the environment and everything built
	rm -rf $(VENV) build out .mypy_cache .ruff_cache .hypothesis src/gnomon/*.so
