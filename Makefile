# The commands of the project. Each can be run again at any time: what is done already is not done twice.

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.PHONY: help try test build package screenshots fmt fuzz bench clean extension

EXTENSION := editors/vscode
MODULES := $(EXTENSION)/node_modules/.package-lock.json

help: ## Say what there is
	@sed -n 's/^\([a-z]*\):.*## /make \1\t/p' $(MAKEFILE_LIST) | expand -t 20

try: build ## Build everything and open an editor on a copy of the sample levels
	@scripts/try.sh

test: ## Run every test of every part
	@scripts/test.sh

build: extension ## Build the program (target/release/sok) and the extension with the program inside
	@cargo build --release --quiet
	@mkdir -p $(EXTENSION)/server
	@cp target/release/sok $(EXTENSION)/server/

extension: $(MODULES)
	@cd $(EXTENSION) && npm run --silent build

# npm writes this file at the end of an installation.
$(MODULES): $(EXTENSION)/package.json $(EXTENSION)/package-lock.json
	@scripts/tools.sh node
	@cd $(EXTENSION) && npm ci --silent
	@touch $@

package: build ## Pack the extension for this machine (a .vsix in target/)
	@cp LICENSE-MIT LICENSE-APACHE $(EXTENSION)/
	@cd $(EXTENSION) && npm run --silent package
	@ls -l target/*.vsix

screenshots: build ## Take the pictures in docs/images anew
	@scripts/tools.sh browser
	@cd $(EXTENSION) && node test/e2e/screenshots.mjs

fmt: ## Format the code
	@cargo fmt

fuzz: ## Look for faults with random inputs, a minute for each kind
	@scripts/fuzz.sh 60

bench: ## Measure the program
	@cargo bench

clean: ## Remove everything that was built
	@cargo clean --quiet
	@rm -rf $(EXTENSION)/dist $(EXTENSION)/server $(EXTENSION)/node_modules
