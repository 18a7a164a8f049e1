import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { npm } from '../programs/run-program.ts';
import { before, goTools, npmTools, overrides, pythonTools } from './pinned.ts';

const cache = fileURLToPath(new URL('../../node_modules/.cache/tools', import.meta.url));
const windows = process.platform === 'win32';
/** The name of Python on this computer. */
export const python: string = windows ? 'python' : 'python3';

/** Installs the packages of npm for a check, once for each change of their versions. Returns their folder node_modules. */
export function installNpmTools(name: keyof typeof npmTools): string {
  const folder = join(cache, name);
  const manifest = JSON.stringify({ private: true, type: 'module', dependencies: npmTools[name], overrides });
  installOnce(folder, manifest + before, () => {
    writeFileSync(join(folder, 'package.json'), manifest);
    const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error'];
    execFileSync(...npm('install', ...flags, `--before=${before}`), {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  });
  return join(folder, 'node_modules');
}

/** Installs the packages of PyPI for a check into a virtual environment, once for each change of their versions. Returns its programs. */
export function installPythonTools(name: keyof typeof pythonTools): string {
  const folder = join(cache, `python-${name}`);
  const packages = pythonTools[name].trim().split(/\s+/);
  const bin = join(folder, windows ? 'Scripts' : 'bin');
  installOnce(folder, packages.join('\n'), () => {
    const run = (program: string, args: readonly string[]) =>
      execFileSync(program, args, { stdio: ['ignore', 'ignore', 'inherit'] });
    run(python, ['-m', 'venv', folder]);
    const flags = ['--quiet', '--disable-pip-version-check', '--only-binary', ':all:', '--no-deps'];
    run(join(bin, python), ['-m', 'pip', 'install', ...flags, ...packages]);
  });
  return bin;
}

/** Builds a program of Go for a check, once for each change of its version. Returns the program. */
export function installGoTool(name: keyof typeof goTools): string {
  const folder = join(cache, `go-${name}`);
  installOnce(folder, goTools[name], () =>
    execFileSync('go', ['install', goTools[name]], {
      env: { ...process.env, GOBIN: folder },
      stdio: ['ignore', 'ignore', 'inherit'],
    }),
  );
  return join(folder, name);
}

/** Runs `install` in an empty folder, unless it has already run with these versions. */
function installOnce(folder: string, versions: string, install: () => void): void {
  const installed = join(folder, 'installed');
  if (readText(installed) === versions) return;
  console.log(`Installing the tools in ${folder} …`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  install();
  // Written last, so that an interrupted installation starts again.
  writeFileSync(installed, versions);
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
