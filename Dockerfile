# A static binary on an empty image, without root. The database lives in /data: a
# local volume of one container, never a network share (SQLite's log needs it).
FROM golang:1.26-bookworm AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
ARG VERSION=dev
RUN go build -trimpath -tags sqlite_omit_load_extension,netgo,osusergo \
    -ldflags "-s -w -X main.version=$VERSION -linkmode external -extldflags -static" -o /out/gpuscale . \
 && mkdir -p /out/data /out/tmp

FROM scratch
COPY --from=build /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/
COPY --from=build --chown=65532:65532 /out/data /data
COPY --from=build --chown=65532:65532 /out/tmp /tmp
COPY --from=build /out/gpuscale /gpuscale
USER 65532:65532
ENV GPUSCALE_ADDR=:8080 GPUSCALE_DB=/data/gpuscale.db
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s CMD ["/gpuscale", "healthcheck"]
ENTRYPOINT ["/gpuscale"]
