/**
 * Holds what a browser or a worker loads of a package to its budget.
 *
 * Reads   the built packages (npm run build)
 * Run     npm run size
 * Prints  each bundle, minified and gzipped, beside its budget; exits 1 if one is over.
 */
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

const bundles = [
  {
    name: 'webhooks: verify only',
    source: `export { verifyWebhook } from '@booking-service/webhooks/verify';`,
    most_bytes: 1500,
  },
  {
    name: 'webhooks: createVerifier, both ways and diagnosable',
    source: `export { createVerifier } from '@booking-service/webhooks';`,
    most_bytes: 2400,
  },
  {
    name: 'webhooks: receiver and fetch',
    source: `export { createReceiver, createVerifier } from '@booking-service/webhooks';
      export { createFetchHandler } from '@booking-service/webhooks/fetch';`,
    most_bytes: 3000,
  },
];

for (const { name, source, most_bytes } of bundles) {
  const { outputFiles, metafile } = await build({
    stdin: { contents: source, resolveDir: fileURLToPath(new URL('..', import.meta.url)) },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    write: false,
    metafile: true,
  });
  const bytes = gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length;
  const foreign = Object.keys(metafile.inputs).filter((path) => !/^(?:<stdin>|packages\/webhooks\/dist\/)/.test(path));
  const verdict = bytes > most_bytes ? 'OVER' : 'held';
  console.log(`${name}: ${bytes} bytes, budget ${most_bytes}: ${verdict}`);
  for (const path of foreign) console.log(`  holds ${path}, which is not of the package`);
  if (bytes > most_bytes || foreign.length > 0) process.exitCode = 1;
}
