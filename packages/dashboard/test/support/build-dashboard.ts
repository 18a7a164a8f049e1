/** Builds the dashboard once before its tests. In a process of its own: under NODE_ENV=test React would be the one for development. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The folder of the built files. */
export const builtFolder = fileURLToPath(new URL('../../dist', import.meta.url));

// Vitest calls the export with this name.
export function setup(): void {
  const vite = fileURLToPath(new URL('../../../../node_modules/vite/bin/vite.js', import.meta.url));
  execFileSync(process.execPath, [vite, 'build', '--logLevel', 'error'], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}
