# The example routes, served from a container that needs no rights:
#
#   docker build --tag understudy .
#   docker run --rm --read-only --cap-drop=ALL --publish 127.0.0.1:8080:8080 understudy
#
# Fixtures of one's own: --volume "$PWD/fixtures:/app/fixtures:ro"; they are read live.
FROM swift:6.3-bookworm AS build
RUN apt-get update \
  && apt-get install --yes --no-install-recommends libgnutls28-dev libmicrohttpd-dev libpcre2-dev pkg-config zlib1g-dev \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /build
COPY . .
RUN swift build --configuration release --static-swift-stdlib --product understudy \
  && strip -o /understudy "$(swift build --configuration release --show-bin-path)/understudy"

FROM debian:bookworm-slim
# libcurl is for the commands that speak to a daemon, such as the health check.
RUN apt-get update \
  && apt-get install --yes --no-install-recommends libmicrohttpd12 libcurl3-gnutls libgnutls30 libpcre2-8-0 zlib1g \
  && rm -rf /var/lib/apt/lists/*
COPY --from=build /understudy /usr/local/bin/understudy
COPY fixtures /app/fixtures
WORKDIR /app
USER 65532:65532
EXPOSE 8080
# Where HTTPS is all there is: --env UNDERSTUDY_URL=https://localhost:8443
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s CMD ["understudy", "status"]
ENTRYPOINT ["understudy"]
# Inside a container loopback is out of reach: what is published decides who may call.
CMD ["serve", "--host", "0.0.0.0"]
