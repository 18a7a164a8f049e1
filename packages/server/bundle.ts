/**
 * Bundles the entries of the server with the kernel and the compiled contract. A process then loads a quarter of the files, and starts
 * with less CPU time and memory. All entries share their chunks, so a class is one class for the service and for the modules of its host.
 * Packages of others stay imports, and so do the webhooks, whose classes the host imports too.
 *
 * Reads   src, and the built kernel and contract
 * Writes  dist; run after the compiler, which writes the types there
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';

const inlined = /^@booking-service\/(?:kernel|contract)(?:\/|$)/;
const packages = fileURLToPath(new URL('..', import.meta.url));

/** A module finds its files beside its own URL. In a chunk it gets the URL that it has in its package. */
const ownUrls: Plugin = {
  name: 'own URLs',
  setup(bundle) {
    bundle.onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === 'entry-point' || (inlined.test(path) && !path.endsWith('.json')) ? undefined : { path, external: true },
    );
    bundle.onLoad({ filter: /\.[jt]s$/ }, ({ path }) => {
      const below = path.slice(packages.length).replaceAll('\\', '/');
      const [, name, file] = /^(server|kernel|contract)\/(?:src|dist)\/(.*)\.[jt]s$/.exec(below) ?? [];
      const text = readFileSync(path, 'utf8');
      if (name === undefined || !text.includes('import.meta.url')) return undefined;
      // The chunks are at the top of dist.
      const url =
        name === 'server'
          ? `new URL('./${file}.js', import.meta.url).href`
          : `import.meta.resolve('@booking-service/${name}/${file}')`;
      return { contents: text.replaceAll('import.meta.url', url), loader: path.endsWith('.ts') ? 'ts' : 'js' };
    });
  },
};

/** The entries of package.json, and the module that the write thread of SQLite loads. */
const names = [
  'main',
  'index',
  'express',
  'testing',
  'log/otel',
  'command/run-sandbox-line',
  'store/sqlite/sqlite-statements',
];
const { outputs } = (
  await build({
    absWorkingDir: `${packages}server`,
    entryPoints: Object.fromEntries(names.map((name) => [name, `src/${name}.ts`])),
    outdir: 'dist',
    bundle: true,
    splitting: true,
    chunkNames: '[name]-[hash]',
    format: 'esm',
    platform: 'node',
    target: 'node22.16',
    plugins: [ownUrls],
    metafile: true,
    logLevel: 'warning',
  })
).metafile;
for (const path of Object.keys(outputs)) {
  if (path.split('/').length > 2 && readFileSync(`${packages}server/${path}`, 'utf8').includes('import.meta.url'))
    throw new Error(`${path} needs its own URL, but is not at the top of dist.`);
}
