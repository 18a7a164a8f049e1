import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A project with the packages as published, and their dependencies only. */
export interface Project extends Disposable {
  readonly folder: string;
}

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Packs each package, installs the tarballs into an empty project, and copies the checks there: `<package>/check.mjs`. */
export function openProject(packages: readonly string[]): Project {
  const folder = mkdtempSync(join(tmpdir(), 'runtimes-'));
  const npm = (args: readonly string[], cwd: string) =>
    execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim();
  const tarballs = packages.map((name) =>
    join(folder, npm(['pack', '--silent', '--pack-destination', folder], join(root, 'packages', name))),
  );
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  npm(['install', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', ...tarballs], folder);
  for (const each of [...packages, 'same.mjs']) {
    cpSync(join(import.meta.dirname, each), join(folder, each), { recursive: true });
  }
  return { folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
}
