# One line each. `make run` and `make test` install what is missing first.
ARGS ?=
CONTAINER ?= docker
PREFIX ?= /usr/local

.PHONY: run test test-tls browser check api lint format bench parked download bench-tls image image-test docs pictures race \
  model fuzz soak sanitize build install outside setup

run: setup ; @swift run understudy $$([ -t 1 ] && echo dev || echo serve) $(ARGS)
test: setup ; @.ci/setup browser && .ci/setup lint && .ci/setup shells && .ci/test --parallel $(ARGS) $(if $(ARGS),,&& Tests/Browser/run)
test-tls: setup ; @UNDERSTUDY_TEST_TLS=1 .ci/test --parallel --filter 'MicroHTTPDTests|UnderstudyServerTests' $(ARGS)
browser: setup ; @.ci/setup browser && swift build --product understudy && Tests/Browser/run $(ARGS)
check: setup ; @swift run understudy check $(ARGS)
api: setup ; @.ci/schemathesis $(ARGS)
lint: ; @.ci/setup lint && .ci/lint
format: ; @git ls-files -z '*.swift' | xargs -0 swift format --in-place --parallel
bench: ; @.ci/setup bench && Benchmarks/run $(ARGS)
parked: ; @.ci/setup bench && Benchmarks/parked $(ARGS)
bench-tls: ; @.ci/setup bench && Benchmarks/tls $(ARGS)
download: ; @.ci/setup bench && Benchmarks/download $(ARGS)
image: ; @$(CONTAINER) build --tag understudy .
image-test: image ; @CONTAINER=$(CONTAINER) .ci/image-test $(ARGS)
docs: setup ; @.ci/docs
pictures: setup ; @.ci/setup browser && swift build --product understudy && Tests/Browser/run pictures
race: setup ; @.ci/test --sanitize=thread -Xswiftc -DRACE --scratch-path .build/race $(ARGS)
model: setup ; @MODEL_SECONDS=60 .ci/test --filter SessionModelTests $(ARGS)
fuzz: setup ; @.ci/fuzz $(ARGS)
soak: setup ; @.ci/setup soak && Benchmarks/soak $(ARGS)
sanitize: setup ; @.ci/sanitize $(ARGS)
build: setup ; @swift build --configuration release --static-swift-stdlib --product understudy
install: build ; @.ci/install "$$(swift build --configuration release --show-bin-path)/understudy" "$(DESTDIR)" "$(PREFIX)"
outside: setup ; @.ci/outside
setup: ; @.ci/setup
