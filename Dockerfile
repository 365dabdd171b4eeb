# Countersign in a container: the server and its command, as built JavaScript, run by an ordinary user.
#
#   docker build -t countersign .
#   docker run -p 8484:8484 -v countersign:/data --read-only --tmpfs /tmp countersign

FROM node:26-bookworm-slim AS build
WORKDIR /src
COPY package.json package-lock.json ./
COPY packages/cli/package.json packages/cli/
COPY packages/contract/package.json packages/contract/
COPY packages/sdk/package.json packages/sdk/
COPY packages/server/package.json packages/server/
COPY packages/web/package.json packages/web/
# Not `ci`: it refuses a lockfile that was made where packages for other systems could not be had.
RUN npm install --no-save --ignore-scripts --no-audit --no-fund
COPY . .
RUN node scripts/build.ts

FROM node:26-alpine
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=8484 \
    OPEN_BROWSER=0
RUN mkdir /data && chown 1000:1000 /data
COPY --from=build /src/packages/cli/dist /opt/countersign
# So that what the guides say to type can be typed in it, as it stands.
RUN printf '#!/bin/sh\nexec node /opt/countersign/countersign.mjs "$@"\n' > /usr/local/bin/countersign && chmod 755 /usr/local/bin/countersign
USER 1000:1000
# Here the database that is used when none is named, ./data/countersign.db, is on the volume. As a setting of the image it would
# stand in the way of DATABASE_URL_FILE.
WORKDIR /
VOLUME /data
EXPOSE 8484
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s --retries=3 \
  CMD wget -q -O /dev/null "http://127.0.0.1:${PORT}/readyz" || exit 1
# With the flag `serve` need not start itself anew to have it: packages/server/src/world/young-heap.ts.
ENTRYPOINT ["node", "--max-semi-space-size=16", "/opt/countersign/countersign.mjs"]
CMD ["serve"]
