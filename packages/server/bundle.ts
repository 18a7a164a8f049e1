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

/** A module finds its files beside its own URL. In a bundle it gets the URL that it has in its package. `dist` leads to dist from there. */
const ownUrls = (dist: string): Plugin => ({
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
      // The kernel exports no other module than its entries.
      const urls: Readonly<Record<string, string>> = {
        server: `new URL('${dist}${file}.js', import.meta.url).href`,
        kernel: `import.meta.resolve('@booking-service/kernel').replace('entries/kernel', '${file}')`,
        contract: `import.meta.resolve('@booking-service/contract/${file}')`,
      };
      const url = urls[name] ?? name;
      return { contents: text.replaceAll('import.meta.url', url), loader: path.endsWith('.ts') ? 'ts' : 'js' };
    });
  },
});

/**
 * To import node:http is to read each of its exports, and some load Node's fetch, which no start uses. The bundle takes the module as
 * require does, which reads none.
 */
const httpWithoutFetch: Plugin = {
  name: 'node:http without fetch',
  setup(bundle) {
    bundle.onResolve({ filter: /^node:http$/ }, ({ path }) => ({ path, namespace: 'builtin' }));
    bundle.onLoad({ filter: /^/, namespace: 'builtin' }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule('${path}');`,
    }));
  },
};

async function buildEntries(names: readonly string[], dist: string): Promise<string[]> {
  const { metafile } = await build({
    absWorkingDir: `${packages}server`,
    entryPoints: Object.fromEntries(names.map((name) => [name, `src/${name}.ts`])),
    outdir: 'dist',
    bundle: true,
    splitting: true,
    chunkNames: '[name]-[hash]',
    format: 'esm',
    platform: 'node',
    target: 'node22.16',
    plugins: [httpWithoutFetch, ownUrls(dist)],
    metafile: true,
    logLevel: 'warning',
  });
  return Object.keys(metafile.outputs);
}

/** The entries of package.json. */
const outputs = await buildEntries(
  ['main', 'index', 'express', 'testing', 'log/otel', 'command/run-sandbox-line'],
  './',
);
for (const path of outputs) {
  if (path.split('/').length > 2 && readFileSync(`${packages}server/${path}`, 'utf8').includes('import.meta.url'))
    throw new Error(`${path} needs its own URL, but is not at the top of dist.`);
}
// The write thread of SQLite loads this module. A thread shares nothing with the others, so it gets one file.
await buildEntries(['store/sqlite/sqlite-statements'], '../../');
