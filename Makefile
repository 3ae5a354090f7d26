# Two commands do everything: `make demo` and `make test`.

SWIFT ?= swift
# Both start faster when little has to be loaded and nothing relocated. The command line needs no
# library at all; the daemon needs SQLite.
STATIC = -c release --static-swift-stdlib
DAEMON = $(STATIC) --scratch-path .build-static -Xlinker -no-pie
CLI = $(STATIC) --scratch-path .build-static-cli -Xswiftc -static-executable
PREFIX ?= $(HOME)/.local

.PHONY: demo test explore bench format lint docs manual install setup clean

demo: setup ## the main job on real apps
	$(SWIFT) build --product greenroom
	$(SWIFT) build
	.build/debug/greenroom-demo

test: setup ## everything that can be checked
	$(SWIFT) build --build-tests
	$(SWIFT) build -c release --product policy-explorer
	$(SWIFT) build --product VirtualTime
	.build/release/policy-explorer
	.build/debug/device-explorer --known
	.build/debug/device-explorer --seeds "1000..<1100"
	$(SWIFT) test --skip-build
	$(SWIFT) test --package-path Examples/Notes

explore: ## policy: all stories to a depth, walks (SECONDS, STEPS); devices: stories with faults (SEEDS)
	$(SWIFT) build -c release --product policy-explorer
	.build/release/policy-explorer --seconds $(or $(SECONDS),50) --steps $(or $(STEPS),1000000)
	for product in greenroomd LifeCycleProbe VirtualTime device-explorer; do \
	  $(SWIFT) build -c release --product $$product || exit 1; done
	.build/release/device-explorer --known
	.build/release/device-explorer --seeds "0..<$(or $(SEEDS),10000)"

bench: setup ## ratios against the raw kernel operation, in one run
	SWIFT="$(SWIFT)" CLI="$(CLI)" DAEMON="$(DAEMON)" Benchmarks/run.sh

format: ## formats all sources
	$(SWIFT) format format -i -p -r Package.swift Sources Tests Recipes Fixtures Demo Benchmarks Examples

lint: ## what CI checks of the format
	$(SWIFT) format lint --strict -p -r Package.swift Sources Tests Recipes Fixtures Demo Benchmarks Examples

docs: ## DocC pages of the public modules in docs/
	Scripts/docs.sh

manual: ## the manual page, from the command line's own help
	Scripts/manual.sh

install: ## greenroom, greenroomd, greenroom-render, virtual time, the manual page and completions, in $(PREFIX)
	$(SWIFT) build $(CLI) --product greenroom
	$(SWIFT) build $(DAEMON) --product greenroomd
	$(SWIFT) build $(DAEMON) --product greenroom-render
	$(SWIFT) build $(DAEMON) --product greenroom-media
	$(SWIFT) build -c release --product VirtualTime
	install -D -m 755 .build-static-cli/release/greenroom $(PREFIX)/bin/greenroom
	install -D -m 755 .build-static/release/greenroomd $(PREFIX)/bin/greenroomd
	install -D -m 755 .build-static/release/greenroom-render $(PREFIX)/bin/greenroom-render
	install -D -m 755 .build-static/release/greenroom-media $(PREFIX)/bin/greenroom-media
	install -D -m 755 .build/release/libVirtualTime.so $(PREFIX)/lib/greenroom/libVirtualTime.so
	Scripts/manual.sh install $(PREFIX)

setup:
	@Scripts/setup.sh

clean:
	rm -rf .build .build-static .build-docs .build-manual docs
