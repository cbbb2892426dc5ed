# The shop as an image: the same folder as the archive of `npm run release`, on Debian's slim image.
# Whatever the platform of the image, the build is on that of the machine.
FROM --platform=$BUILDPLATFORM node:26-slim AS build
RUN apt-get update && apt-get install -y --no-install-recommends libatomic1 && rm -rf /var/lib/apt/lists/*
WORKDIR /build
# With these, and one download at a time, it takes under 700 MB of memory.
ENV MALLOC_ARENA_MAX=2 RAYON_NUM_THREADS=1 TOKIO_WORKER_THREADS=1 NODE_OPTIONS="--max-semi-space-size=4 --max-old-space-size=192"
# Alone, so that a changed line of the shop does not repeat it.
COPY package.json package-lock.json .npmrc ./
COPY scripts/check-install.js scripts/
RUN npm ci --no-audit --no-fund --maxsockets=1
COPY . .
ARG TARGETARCH
RUN node scripts/build.ts && node scripts/release.ts --to /released --arch "$(echo ${TARGETARCH:-amd64} | sed s/amd64/x64/)" \
  && tar -xzf /released/farmstand-*.tar.gz -C / && mv /farmstand-* /farmstand

FROM debian:bookworm-slim
LABEL org.opencontainers.image.title="Farmstand" \
  org.opencontainers.image.description="An online shop for a small farmers market, with the farmer's desk." \
  org.opencontainers.image.licenses="MIT"
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates libatomic1 libstdc++6 && rm -rf /var/lib/apt/lists/* \
  && useradd --uid 1000 --user-group --home-dir /data --shell /usr/sbin/nologin farmstand && install -d -o farmstand -g farmstand /data
COPY --from=build /farmstand /farmstand
WORKDIR /farmstand
USER farmstand
ENV PATH=/farmstand:/usr/bin:/bin NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data NODE_COMPILE_CACHE=/tmp/farmstand-compiled MALLOC_ARENA_MAX=2 NODE_OPTIONS=--max-semi-space-size=8
VOLUME /data
EXPOSE 3000
# Whether the process lives: a database that is away or a disk that is full is not mended by another container.
HEALTHCHECK --start-period=30s CMD ["/farmstand/bin/node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["farmstand", "start"]
