# The shop as an image. We have not run this file ourselves: please tell us what is wrong with it.
FROM node:26-slim AS build
RUN apt-get update && apt-get install -y --no-install-recommends libatomic1 && rm -rf /var/lib/apt/lists/*
WORKDIR /build
COPY . .
RUN npm ci && npm run release -- /released && cd /released/farmstand-*/ && npm ci --omit=dev && mv /released/farmstand-*/ /farmstand

FROM node:26-slim
COPY --from=build /farmstand /farmstand
WORKDIR /farmstand
RUN mkdir /data && chown node:node /data
USER node
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data NODE_COMPILE_CACHE=/tmp/farmstand-compiled MALLOC_ARENA_MAX=2 NODE_OPTIONS=--max-semi-space-size=8
VOLUME /data
EXPOSE 3000
# Whether the process lives: a database that is away or a disk that is full is not mended by another container.
HEALTHCHECK --start-period=30s CMD ["node", "-e", "fetch('http://127.0.0.1:3000/healthz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server/main.js"]
