import { fileURLToPath } from 'node:url';
import { defineConfig, type ViteUserConfig } from 'vitest/config';

const conditions = ['@booking-service/source', 'node'];
const folders = [
  'packages/contract',
  'packages/webhooks',
  'packages/client',
  'packages/server',
  'scripts',
  'openapi',
  'examples',
  'packages/prism',
];
const fileOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const reportWireSeen = fileOf('packages/server/test/support/report-wire-seen.ts');
const plantedKey = fileOf('packages/client/test/support/planted-key.ts');
const postgresForTests = fileOf('packages/server/test/support/postgres/postgres-for-tests.ts');

/** The client's tests of the service, once more against each of these (packages/client/test/support/target.ts). */
const clientTargets = ['prism-mock', 'prism-proxy'].map((target) => ({
  ssr: { resolve: { conditions } },
  test: {
    name: `client on ${target}`,
    root: 'packages/client',
    include: ['test/service/*.test.ts'],
    setupFiles: [plantedKey],
    env: { CLIENT_TARGET: target },
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
}));

/**
 * The server's tests of requests and responses, once more in a service that is mounted in an app of Express. Left out are connections,
 * which belong to the app's server, and what differs below HTTP only.
 */
const mounted = {
  ssr: { resolve: { conditions } },
  test: {
    name: 'server in Express',
    root: 'packages/server',
    include: [
      'test/access/{authentication,billing,rate-limit,refusals-order}.test.ts',
      'test/bookings/{create-booking,create-booking-refused,idempotency,idempotency-replay,search,sessions}.test.ts',
      'test/http/{error-shape,error-shape-log,every-status,refusals,request-body}.test.ts',
    ],
    setupFiles: [fileOf('packages/server/test/support/mount-worlds.ts')],
    globalSetup: [postgresForTests],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
};

const config: ViteUserConfig = defineConfig({
  test: {
    reporters: ['default', './scripts/reporter/closing-line-reporter.ts'],
    // Much of a test is waiting: for the ten seconds of a receiver that hangs, for a process to start. Two at once fill two cores.
    maxWorkers: 2,
    projects: [
      ...clientTargets,
      mounted,
      ...folders.map((root) => ({
        ssr: { resolve: { conditions } },
        test: {
          name: root.replace('packages/', ''),
          root,
          include: ['**/*.test.ts'],
          setupFiles: root === 'packages/client' ? [reportWireSeen, plantedKey] : [reportWireSeen],
          globalSetup: root === 'packages/server' ? [postgresForTests] : [],
          // Generous, for a loaded machine: no test waits for time to pass.
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // Type tests: the compiler says whether they hold.
          typecheck: { enabled: /contract|webhooks|client/.test(root), include: ['**/*.test-d.ts'] },
          exclude: ['**/node_modules/**', '**/dist/**'],
        },
      })),
    ],
  },
});

export default config;
