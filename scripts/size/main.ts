/**
 * Compares the size of the packages with their budgets, as an application or a worker bundles them.
 *
 * Reads   the built packages (npm run build)
 * Run     npm run verify -- size
 * Prints  the size of each bundle, minified and gzipped, and its budget. Exits 1 if a bundle is over its budget or contains a file
 *         that does not belong there.
 */
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

interface Bundle {
  readonly name: string;
  readonly source: string;
  readonly max_bytes: number;
  /** Default: browser. */
  readonly platform?: 'node';
  /** Matches the files that the bundle may contain. */
  readonly allowed: RegExp;
}

const webhooks = /^packages\/webhooks\/dist\//;

const bundles: readonly Bundle[] = [
  {
    name: 'webhooks: verify only',
    source: `export { verifyWebhook } from '@booking-service/webhooks/verify';`,
    max_bytes: 1600,
    allowed: webhooks,
  },
  {
    name: 'webhooks: createVerifier, synchronous and asynchronous, with diagnosis',
    source: `export { createVerifier } from '@booking-service/webhooks';`,
    max_bytes: 2500,
    allowed: webhooks,
  },
  {
    name: 'webhooks: receiver and fetch',
    source: `export { createReceiver, createVerifier } from '@booking-service/webhooks';
      export { createFetchHandler } from '@booking-service/webhooks/fetch';`,
    max_bytes: 3250,
    allowed: webhooks,
  },
  {
    name: 'client: everything but its further entries',
    source: `export * from '@booking-service/client';`,
    max_bytes: 5000,
    allowed: /^packages\/client\/dist\/(?!find-booking-by-key\.|otel\.|raw\.)/,
  },
  {
    name: 'octo-provider: with openapi-fetch, @date-fns/tz and @streamparser/json',
    source: `export * from '@booking-service/octo-provider';`,
    max_bytes: 23_800,
    platform: 'node',
    // The service installs its own server and contract.
    allowed:
      /^(?:packages\/octo-provider\/dist\/|node_modules\/(?:openapi-fetch|@date-fns\/tz|@streamparser\/json)\/|@booking-service\/(?:server|contract)$|node:crypto$|node:timers\/promises$)/,
  },
  {
    name: 'stripe: without the SDK',
    source: `export * from '@booking-service/stripe';`,
    max_bytes: 4500,
    platform: 'node',
    // The service installs its own server, and the SDK is loaded as it is.
    allowed: /^(?:packages\/stripe\/dist\/|stripe$|@booking-service\/server$)/,
  },
  {
    name: 'client: raw calls, with openapi-fetch',
    source: `export { createRawClient } from '@booking-service/client/raw';`,
    max_bytes: 6250,
    allowed: /^(?:packages\/client\/dist\/(?!otel\.)|node_modules\/openapi-fetch\/)/,
  },
  {
    name: 'client: tracing',
    source: `export { withTracing } from '@booking-service/client/otel';`,
    max_bytes: 2500,
    // The application installs its own copy of the API.
    allowed: /^(?:packages\/client\/dist\/|@opentelemetry\/api$)/,
  },
];

for (const { name, source, max_bytes, allowed, platform = 'browser' } of bundles) {
  const { outputFiles, metafile } = await build({
    stdin: { contents: source, resolveDir: fileURLToPath(new URL('../..', import.meta.url)) },
    bundle: true,
    minify: true,
    format: 'esm',
    platform,
    external: ['@opentelemetry/api', '@booking-service/server', '@booking-service/contract', 'stripe'],
    write: false,
    metafile: true,
  });
  const bytes = gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length;
  const loaded = [
    ...Object.keys(metafile.inputs),
    ...Object.values(metafile.outputs).flatMap(({ imports }) => imports.map(({ path }) => path)),
  ];
  const foreign = loaded.filter((path) => path !== '<stdin>' && !allowed.test(path));
  console.log(`${name}: ${bytes} bytes, budget ${max_bytes}: ${bytes > max_bytes ? 'OVER' : 'within budget'}`);
  for (const path of foreign) console.log(`  contains ${path}, which does not belong there`);
  if (bytes > max_bytes || foreign.length > 0) process.exitCode = 1;
}
