# The example routes, from an image that holds what it loads and nothing else:
#
#   docker build --tag understudy .
#   docker run --rm --read-only --cap-drop=ALL --publish 127.0.0.1:8080:8080 understudy
#
# Fixtures of one's own: --volume "$PWD/fixtures:/fixtures:ro"; they are read live.
# Routes of one's own: docs/container.md, by the stages 'builder' and 'base'.
FROM swift:6.3-bookworm AS build
# libcurl is for the commands that speak to a daemon, such as the health check.
RUN apt-get update \
  && apt-get install --yes --no-install-recommends ca-certificates libcurl3-gnutls libgnutls28-dev \
    libmicrohttpd-dev libpcre2-dev pkg-config zlib1g-dev \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /understudy
COPY . .
RUN swift build --configuration release --static-swift-stdlib --product understudy \
  && program="$(swift build --configuration release --show-bin-path)/understudy" \
  && container/lay-base "$program" /base \
  && container/lay-program "$program" fixtures /image

# Everything but a program and its fixtures.
FROM scratch AS base
ARG VERSION=0.1.0
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Understudy" \
  org.opencontainers.image.description="A local HTTP mock daemon: routes in Swift, variants by one call" \
  org.opencontainers.image.licenses="MIT" \
  org.opencontainers.image.version="$VERSION" \
  org.opencontainers.image.revision="$REVISION"
COPY --from=build /base/ /
# Empty, and the user's: what is mounted there may be written, such as the file of '--state'.
COPY --from=build --chown=65532:65532 /base-volumes/ /
# Inside a container loopback is out of reach: what is published decides who may call.
ENV PATH=/usr/local/bin UNDERSTUDY_HOST=0.0.0.0
USER 65532:65532
EXPOSE 8080
# Where HTTPS is all there is: --env UNDERSTUDY_URL=https://localhost:8443
HEALTHCHECK --interval=2s --timeout=3s --retries=3 CMD ["understudy", "status"]
ENTRYPOINT ["understudy"]
CMD ["serve"]

# Builds the package of routes that an image made from it is built in.
FROM build AS builder
WORKDIR /build/package
ONBUILD COPY . .
ONBUILD ARG PRODUCT
ONBUILD RUN /understudy/container/build-package "$PRODUCT" /image

FROM base
COPY --from=build /image/ /
