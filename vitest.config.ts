import { fileURLToPath } from 'node:url';
import { defineConfig, type ViteUserConfig } from 'vitest/config';
import { SlowFirst } from './scripts/programs/slow-first.ts';
import { testTags, useMemoryFolder } from './scripts/programs/test-run.ts';

// npm runs the Node that npm ci has installed. Vitest may be started with another one.
if (process.versions.node.localeCompare('24.16', 'en', { numeric: true }) < 0) {
  // oxlint-disable-next-line no-console -- a start that fails has no reporter.
  console.error(
    `The tests need Node 24.16 or newer, but this is Node ${process.versions.node}. Run them with npm: npm test -- FILES`,
  );
  process.exit(1);
}

const conditions = ['@booking-service/source', 'node'];
/** The folders whose tests start PostgreSQL, or open the docs or the dashboard of a server. */
const withService = [
  'packages/server',
  'packages/kernel',
  'packages/octo-provider',
  'packages/stripe',
  'packages/dashboard',
  'scripts/library',
  'scripts/deploy',
];
const withoutService = [
  'packages/contract',
  'packages/webhooks',
  'packages/client',
  'packages/conformance',
  'packages/mcp',
  'packages/toolkit',
  'packages/prism',
  'packages/testing',
  'packages/cli',
  'scripts',
  'openapi',
  'examples',
];
/** The folders with type tests: the compiler decides whether they hold. */
const withTypeTests = ['packages/contract', 'packages/webhooks', 'packages/client', 'packages/kernel'];
const fileOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const endProcesses = fileOf('packages/server/test/support/processes/end-processes.ts');
const reportWireSeen = fileOf('packages/server/test/support/report-wire-seen.ts');
const seedProperties = fileOf('scripts/programs/seed-properties.ts');
const plantedKey = fileOf('packages/client/test/support/planted-key.ts');
const buildPages = fileOf('scripts/sandbox/build-pages.ts');
const postgresForTests = fileOf('packages/server/test/support/postgres/postgres-for-tests.ts');

/** Vitest's default of a second is too short on a loaded machine. A limit only ends what hangs. */
export const expect: { readonly poll: { readonly timeout: number } } = { poll: { timeout: 60_000 } };

// Programs that tests start find their modules compiled here. Vitest passes the variable on.
process.env['NODE_COMPILE_CACHE'] ??= fileOf('node_modules/.cache/node-compile');
useMemoryFolder();

/**
 * Node loads the modules itself, as it does for the commands:it strips the types and caches compiled code. Transforming each of
 * them for Vite's own runner took a fifth of the CPU time of a first run.
 */
export const nodeModules = { viteModuleRunner: false, nodeLoader: false };

/** The client's tests of the service, once more against each of these (packages/client/test/support/target.ts). */
const clientTargets = ['prism-mock', 'prism-proxy'].map((target) => ({
  ssr: { resolve: { conditions } },
  test: {
    name: `client on ${target}`,
    root: 'packages/client',
    include: ['test/service/*.test.ts'],
    setupFiles: [plantedKey],
    isolate: false,
    experimental: nodeModules,
    env: { CLIENT_TARGET: target },
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect,
    tags: testTags,
  },
}));

/**
 * The server's tests of requests and responses, once more in two hosts: as a router in an app of Express, with the checks of
 * express-openapi-validator, which must have the same verdicts, and as the handler of web-standard requests. Left out are connections,
 * which belong to the server of the host, and what differs below HTTP only: the engine is SQLite.
 */
const hosted = [
  {
    name: 'server in Express',
    setUp: 'mount-worlds.ts',
    more: ['test/http/{repeated-key,request-body-connection}.test.ts'],
  },
  { name: 'server as a handler', setUp: 'handle-worlds.ts', more: [] },
].map(({ name, setUp, more }) => ({
  ssr: { resolve: { conditions } },
  test: {
    name,
    root: 'packages/server',
    include: [
      'test/access/{authentication,billing,rate-limit,refusals-order}.test.ts',
      'test/bookings/{create-booking,create-booking-refused,search}.test.ts',
      'test/idempotency/idempotency.test.ts',
      'test/sessions/sessions.test.ts',
      'test/http/{error-shape,every-status,refusals,request-body}.test.ts',
      ...more,
    ],
    setupFiles: [fileOf(`packages/server/test/support/worlds/${setUp}`), endProcesses],
    isolate: false,
    experimental: nodeModules,
    env: { TEST_ENGINES: 'sqlite' },
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect,
    tags: testTags,
  },
}));

interface Given {
  readonly globalSetup?: string[];
  readonly without?: string[];
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * The tests of these folders, as one project. Files share their processes: a module is loaded, and the contract compiled, once per
 * process. Vitest ends the processes of a project before it starts those of the next one, so a project for each folder would start
 * five times as many.
 */
const testsOf = (
  name: string,
  folders: readonly string[],
  { globalSetup = [], without = [], env = {} }: Given = {},
) => ({
  ssr: { resolve: { conditions } },
  test: {
    name,
    include: folders.map((folder) => `${folder}/**/*.test.ts`),
    setupFiles: [seedProperties, reportWireSeen, plantedKey, endProcesses],
    isolate: false,
    experimental: nodeModules,
    globalSetup,
    env,
    // Generous, for a loaded machine: no test waits for time to pass.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect,
    tags: testTags,
    exclude: ['**/node_modules/**', '**/dist/**', ...without],
  },
});

const typeTestsOf = (root: string) => ({
  test: { name: `types of ${root}`, root, include: [], typecheck: { enabled: true, include: ['**/*.test-d.ts'] } },
});

const ofService = { globalSetup: [postgresForTests, buildPages] };
const ofOthers = [
  testsOf('other', withoutService, { without: ['scripts/library/**', 'scripts/deploy/**'] }),
  ...withTypeTests.map(typeTestsOf),
];
const storeTests = 'packages/server/test/store';

const test = {
  reporters: ['default', './scripts/reporter/closing-line-reporter.ts'],
  // Much of a test is waiting: for the ten seconds of a receiver that hangs, for a process to start. Four at once fill two cores.
  maxWorkers: 4,
  // The tests of a file that start several processes each.
  maxConcurrency: 3,
  sequence: { sequencer: SlowFirst },
} satisfies ViteUserConfig['test'];

/** The tests of every folder, once: those of the store on both engines, the others on SQLite. */
export const onceEach: ViteUserConfig = defineConfig({
  test: {
    ...test,
    projects: [
      testsOf('store', [storeTests], { globalSetup: [postgresForTests] }),
      testsOf('service', withService, { ...ofService, without: [`${storeTests}/**`], env: { TEST_ENGINES: 'sqlite' } }),
      ...ofOthers,
    ],
  },
});

const config: ViteUserConfig = defineConfig({
  test: { ...test, projects: [...clientTargets, ...hosted, testsOf('service', withService, ofService), ...ofOthers] },
});

export default config;
