# Every target sets up what it needs. ARGS goes to the program behind a target: make test ARGS="-k upkeep"
PY := .venv/bin/python
SETUP := requirements/install.sh requirements/uv.txt
export UV_PYTHON_DOWNLOADS := never
# The tests alone start a hundred processes: each would compile everything anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: setup run test check lint audit format static package docs release bench strength balance soak lock messages clean

setup: .venv/test.stamp

.venv/%.stamp: requirements/%.txt $(SETUP)
	@requirements/install.sh $*

# HOST and PORT choose the address, PHYLO_DATA where the data is kept.
# Every thread of glibc's allocator keeps memory of its own; two such arenas are enough for one process.
run: .venv/base.stamp
	@exec env MALLOC_ARENA_MAX=2 $(PY) manage.py serve

# Everything on PostgreSQL and Redis, then what depends on the database again on the embedded default, then the
# browser in processes of its own: Playwright keeps an event loop running, beside which Django refuses to work.
# Tests that start servers, workers and browsers wait for them, so one more process fills two cores.
# What the computer thinks with is compiled meanwhile, for half a minute of a core; processes that begin to
# think before would each do it for themselves.
# `make test ARGS="-k upkeep"` passes where one of the three has nothing to run (pytest's status 5).
PYTEST := $(PY) -m pytest -rs -n 2 --dist loadfile
test: .venv/test.stamp
	@$(if $(ARGS),,$(PY) -c "from engine.bots.thinking import warm_up; warm_up()" &)
	$(PY) -m tests.services.run $(PYTEST) -n 3 --no-loadscope-reorder --ignore=tests/browser $(ARGS) || $(NOTHING)
	$(PYTEST) --no-loadscope-reorder --ignore=tests/browser --embedded $(ARGS) || $(NOTHING)
	$(PYTEST) -n 3 --no-loadscope-reorder tests/browser $(ARGS) || $(NOTHING)
NOTHING = { status=$$?; [ $$status -eq 5 ] && [ -n "$(ARGS)" ]; }

# Lint and the tests that a change can reach, nearest first, for three minutes. BASE names the commit to compare
# with instead of the last one, SLICE a slice to test whatever has changed.
check: .venv/test.stamp
	@$(PY) -m scripts.check $(if $(BASE),--base $(BASE)) $(if $(SLICE),--slice $(SLICE))

lint: .venv/test.stamp
	.venv/bin/ruff check .
	.venv/bin/ruff format --check .
	.venv/bin/mypy
	.venv/bin/lint-imports
	$(PY) scripts/lint_sources.py
	$(PY) scripts/lint_messages.py

# Known faults of the locked versions, where the lists of faults can be reached.
audit: .venv/audit.stamp
	$(PY) scripts/audit.py

format: .venv/test.stamp
	.venv/bin/ruff check --fix .
	.venv/bin/ruff format .

# The whole site for one device, as files for any web server: var/static-copy, or ARGS=folder (docs/static.md).
# Python for browsers is fetched from npm once; Node compiles for it, of the tests' browser if there is no other.
static: .venv/test.stamp
	$(PY) -m phylo.offline.build $(ARGS)

# The engine alone, for others: phylo-engine as source distribution and wheel.
package: .venv/test.stamp
	.venv/bin/uv build --out-dir dist $(ARGS)

# The documents as a site of plain files, with a search: dist/docs, or ARGS=folder.
docs: .venv/docs.stamp
	$(PY) -m scripts.docs_site $(ARGS)

# All that a release consists of, in dist/, of the commit that is checked out: the same bytes whenever it is made.
# ARGS=--twice makes it twice and compares.
release: .venv/test.stamp .venv/docs.stamp
	$(PY) -m scripts.release $(ARGS)

# The engine beside its peers in the same run, and the site; it writes docs/benchmarks.md.
bench: .venv/test.stamp .venv/bench.stamp
	$(PY) -m tests.bench $(ARGS)

# The levels of the computer against each other; it writes docs/strength.md.
strength: .venv/test.stamp
	$(PY) -m tests.strength $(ARGS)

# The ready decks against each other; it writes engine/data/balance.json.
balance: .venv/test.stamp
	$(PY) -m tests.balance $(ARGS)

# Many whole matches against the running parts.
soak: .venv/test.stamp
	$(PY) -m tests.services.run $(PY) -m tests.soak $(ARGS)

# Compile the locked lists from pyproject.toml. ARGS=--upgrade takes newer versions.
COMPILE := requirements/install.sh lock pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--custom-compile-command "make lock" $(ARGS)
lock:
	$(COMPILE) --group uv -o requirements/uv.txt
	$(COMPILE) --group site -o requirements/base.txt
	$(COMPILE) --group site --group test -c requirements/base.txt -o requirements/test.txt
	$(COMPILE) --group bench -c requirements/test.txt -o requirements/bench.txt
	$(COMPILE) --group docs -c requirements/test.txt -o requirements/docs.txt
	$(COMPILE) --group audit -c requirements/test.txt -o requirements/audit.txt
	$(COMPILE) --group servers -c requirements/test.txt -o requirements/servers.txt

# Needs GNU gettext. ARGS="--locale nl" begins a language; with "--add-location file" it says where texts stand.
# The time of the run is no news: without it, two people's changes fit together.
messages: .venv/base.stamp
	$(PY) manage.py makemessages --no-location $(or $(ARGS),--all) --ignore=.venv --ignore=var
	sed -i '/^"POT-Creation-Date: /d' locale/*/LC_MESSAGES/django.po

clean:
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis
