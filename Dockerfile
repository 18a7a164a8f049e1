# Two images from the sources of this repository. Both run as a user without rights, and write only to /var/lib/booking-service.
#   docker build --tag booking-service .
#   docker build --tag booking-sandbox --target sandbox .
# A release builds on the digest of this tag at that time, and records it in the images (.github/workflows/release.yml).
ARG NODE=node:24.21.0-slim

FROM ${NODE} AS build
WORKDIR /src
COPY . .
RUN npm ci && npm run pack -- --to /packed && node scripts/packages/lay-out.ts server --from /packed --to /app

FROM ${NODE} AS program
# Under load, Node enlarges its space for new objects to 128 MB, which saves no CPU time.
ENV NODE_ENV=production \
    NODE_OPTIONS=--max-semi-space-size=8 \
    BOOKING_SERVICE_DATA=/var/lib/booking-service
# The service needs no package manager.
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /usr/local/bin/yarn* /opt/yarn* \
    && install --directory --owner node --group node /var/lib/booking-service
WORKDIR /app
COPY --from=build /app ./
USER node
VOLUME /var/lib/booking-service
EXPOSE 7420
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s \
    CMD ["node", "-e", "http.get('http://127.0.0.1:7420/readyz', { agent: false }, ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1))"]
ENTRYPOINT ["node", "node_modules/@booking-service/server/bin/booking-service.js"]

# Its admin server, its receiver and its dashboard listen on the loopback address only: docker run --rm --network host booking-sandbox
FROM program AS sandbox
CMD ["serve", "--sandbox"]

FROM program AS service
ENV BOOKING_SERVICE_HOST=0.0.0.0 \
    BOOKING_SERVICE_PROVIDERS=/app/providers.js
CMD ["serve"]
