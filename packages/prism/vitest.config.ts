/** The run of the server's tests through Prism: the files that open a world to call. */
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, type ViteUserConfig } from 'vitest/config';
import { notRun, titleRun } from './test/not-run.ts';

const fileOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const root = fileOf('../server');
const opensWorld = (file: string) => readFileSync(`${root}/${file}`, 'utf8').includes('openWorld');

const config: ViteUserConfig = defineConfig({
  ssr: { resolve: { conditions: ['@booking-service/source', 'node'] } },
  test: {
    root,
    include: globSync('{src,test}/**/*.test.ts', { cwd: root }).filter(opensWorld),
    exclude: notRun.flatMap(({ files = [] }) => files.map((file) => `test/**/${file}.test.ts`)),
    testNamePattern: titleRun,
    setupFiles: [fileOf('test/route-calls.ts')],
    // Prism takes a second to load: once for each process, not for each file.
    isolate: false,
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: ['default', fileOf('test/count-exchanges.ts')],
  },
});

export default config;
