/**
 * Holds what a browser or a worker loads of a package to its budget.
 *
 * Reads   the built packages (npm run build)
 * Run     npm run size
 * Prints  each bundle, minified and gzipped, beside its budget; exits 1 if one is over, or holds a file that it should not.
 */
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

interface Bundle {
  readonly name: string;
  readonly source: string;
  readonly most_bytes: number;
  /** The files that it may be made of. */
  readonly holds: RegExp;
}

const webhooks = /^packages\/webhooks\/dist\//;

const bundles: readonly Bundle[] = [
  {
    name: 'webhooks: verify only',
    source: `export { verifyWebhook } from '@booking-service/webhooks/verify';`,
    most_bytes: 1500,
    holds: webhooks,
  },
  {
    name: 'webhooks: createVerifier, both ways and diagnosable',
    source: `export { createVerifier } from '@booking-service/webhooks';`,
    most_bytes: 2400,
    holds: webhooks,
  },
  {
    name: 'webhooks: receiver and fetch',
    source: `export { createReceiver, createVerifier } from '@booking-service/webhooks';
      export { createFetchHandler } from '@booking-service/webhooks/fetch';`,
    most_bytes: 3000,
    holds: webhooks,
  },
  {
    name: 'client: everything but tracing, with openapi-fetch',
    source: `export * from '@booking-service/client';`,
    most_bytes: 6500,
    holds: /^(?:packages\/client\/dist\/(?!otel\.)|node_modules\/openapi-fetch\/)/,
  },
  {
    name: 'client: what tracing adds',
    source: `export { withTracing } from '@booking-service/client/otel';`,
    most_bytes: 2500,
    // The application has its own copy of the API.
    holds: /^(?:packages\/client\/dist\/|@opentelemetry\/api$)/,
  },
];

for (const { name, source, most_bytes, holds } of bundles) {
  const { outputFiles, metafile } = await build({
    stdin: { contents: source, resolveDir: fileURLToPath(new URL('../..', import.meta.url)) },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    external: ['@opentelemetry/api'],
    write: false,
    metafile: true,
  });
  const bytes = gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length;
  const loaded = [
    ...Object.keys(metafile.inputs),
    ...Object.values(metafile.outputs).flatMap(({ imports }) => imports.map(({ path }) => path)),
  ];
  const foreign = loaded.filter((path) => path !== '<stdin>' && !holds.test(path));
  console.log(`${name}: ${bytes} bytes, budget ${most_bytes}: ${bytes > most_bytes ? 'OVER' : 'held'}`);
  for (const path of foreign) console.log(`  holds ${path}, which does not belong there`);
  if (bytes > most_bytes || foreign.length > 0) process.exitCode = 1;
}
