# The service, from the sources of this repository: docker build --tag booking-service .
# It runs as a user without rights, and writes only to /var/lib/booking-service.
FROM node:24-slim AS build
WORKDIR /src
COPY . .
RUN npm ci && npm run pack -- --to /packed

FROM node:24-slim
ENV NODE_ENV=production \
    BOOKING_SERVICE_HOST=0.0.0.0 \
    BOOKING_SERVICE_DATA=/var/lib/booking-service \
    BOOKING_SERVICE_PROVIDERS=/app/providers.js
WORKDIR /app
COPY --from=build /packed /packed
COPY deploy/package.json ./
RUN npm install --omit=dev --no-audit --no-fund /packed/*.tgz \
    && npm cache clean --force && rm -rf /packed \
    && mkdir /var/lib/booking-service \
    && chown node:node /var/lib/booking-service
USER node
VOLUME /var/lib/booking-service
EXPOSE 7420
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s \
    CMD ["node", "-e", "http.get('http://127.0.0.1:7420/readyz', { agent: false }, ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1))"]
ENTRYPOINT ["node", "node_modules/@booking-service/server/bin/booking-service.js"]
CMD ["serve"]
