/** Builds the docs and the pages of the dashboard, once before the tests and before each start of the sandbox by npm. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The projects of a run load this module once. */
let areBuilt = false;

// Vitest calls the export with this name, once per project.
export function setup(): void {
  if (!areBuilt) buildPages('ignore');
  areBuilt = true;
}

/** Builds what has changed. `output` is what becomes of the lines that say so. */
export function buildPages(output: 'ignore' | 'inherit'): void {
  for (const program of ['../docs/main.ts', '../dashboard/main.ts']) {
    execFileSync(
      process.execPath,
      ['--conditions=@booking-service/source', fileURLToPath(new URL(program, import.meta.url))],
      {
        // With the NODE_ENV of the tests, React would be the one for development.
        env: { ...process.env, NODE_ENV: 'production' },
        stdio: ['ignore', output, 'inherit'],
      },
    );
  }
}
