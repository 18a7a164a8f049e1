/** Runs the server's tests of requests and responses through Prism: those that open a world. */
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, type ViteUserConfig } from 'vitest/config';
import { testTags, useMemoryFolder } from './scripts/programs/test-run.ts';
import { expect, nodeModules } from './vitest.config.ts';

/** The server's tests that do not run through Prism, with the reason. */
const excludedTests: readonly {
  readonly files?: readonly string[];
  /** Matches test titles in any file. */
  readonly titles?: RegExp;
  readonly because: string;
}[] = [
  {
    titles: /postgres/i,
    because: 'tests of both engines run on one engine here: the wire is the same',
  },
  {
    titles:
      /LIM-4: (?:counts in the window that another instance|keeps one limit over several instances)|SES-4: shares the limit between two instances|LIM-9: serves a share of the reads|AUT-7: refuses to transfer/,
    because: 'they need PostgreSQL',
  },
  {
    titles: /responds to HEAD on a GET route like to GET/,
    because: 'it compares body lengths, and Prism serializes the body of the GET again',
  },
  {
    files: ['cost-of-requests'],
    because: 'it measures this process',
  },
  {
    files: ['docs'],
    because: 'it tests the reference page, which is not part of the contract',
  },
];

/** Matches the titles of the tests that run. */
const includedTitle = new RegExp(
  `^(?!.*(?:${excludedTests.flatMap(({ titles }) => titles?.source ?? []).join('|')}))`,
  'i',
);

const fileOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const root = fileOf('packages/server');
useMemoryFolder();
// As in `npm test`: more sequences of the model send the same requests.
process.env['MODEL_SEQUENCES'] ??= '10';
const opensWorld = (file: string) => /open(?:Admin)?World/.test(readFileSync(`${root}/${file}`, 'utf8'));

const config: ViteUserConfig = defineConfig({
  ssr: { resolve: { conditions: ['@booking-service/source', 'node'] } },
  test: {
    root,
    include: globSync('test/{access,bookings,http,payments,sessions}/**/*.test.ts', { cwd: root }).filter(opensWorld),
    exclude: excludedTests.flatMap(({ files = [] }) => files.map((file) => `test/**/${file}.test.ts`)),
    testNamePattern: includedTitle,
    setupFiles: [
      fileOf('scripts/programs/seed-properties.ts'),
      fileOf('packages/prism/test/route-calls.ts'),
      fileOf('packages/server/test/support/processes/end-processes.ts'),
    ],
    // Prism takes a second to load. Without isolation it loads once per process instead of once per file.
    isolate: false,
    experimental: nodeModules,
    maxWorkers: 2,
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect,
    // CI has every program that the tests use: the tags that skip tests without them have no effect here.
    tags: testTags.filter(({ name }) => name === 'slow'),
    strictTags: false,
    reporters: ['default', fileOf('packages/prism/test/count-exchanges.ts')],
  },
});

export default config;
