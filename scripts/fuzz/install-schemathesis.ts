import { createHash } from 'node:crypto';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const requirements = fileURLToPath(new URL('requirements.txt', import.meta.url));
const cache = fileURLToPath(new URL('../../node_modules/.cache/schemathesis', import.meta.url));
const windows = process.platform === 'win32';
const python = windows ? 'python' : 'python3';
const advice = 'Install it: apt-get install python3 python3-venv, or brew install python';

/**
 * Installs Schemathesis and its dependencies into a virtual environment, once for each version of requirements.txt. Returns
 * the path of its program, or what is missing on this computer and how to install it. Throws if the installation fails.
 */
export function installSchemathesis(): { readonly program: string } | { readonly missing: string } {
  const missing = findMissing();
  if (missing !== undefined)
    return { missing: `npm run verify -- fuzz needs Python 3.11 or newer with venv. ${missing}` };

  const bin = join(cache, windows ? 'Scripts' : 'bin');
  const program = join(bin, 'schemathesis');
  const installed = join(cache, 'installed');
  const requirementsDigest = createHash('sha256').update(readFileSync(requirements)).digest('hex');
  if (existsSync(installed) && readFileSync(installed, 'utf8') === requirementsDigest) return { program };

  console.log(`Installing Schemathesis into ${cache} …`);
  rmSync(cache, { recursive: true, force: true });
  mkdirSync(cache, { recursive: true });
  execFileSync(python, ['-m', 'venv', cache], { stdio: 'inherit' });
  const hashed = ['--require-hashes', '--only-binary', ':all:', '--no-deps', '--requirement', requirements];
  const quiet = ['--quiet', '--disable-pip-version-check'];
  execFileSync(join(bin, python), ['-m', 'pip', 'install', ...quiet, ...hashed], { stdio: 'inherit' });
  // Written last, so that an interrupted installation starts again.
  writeFileSync(installed, requirementsDigest);
  return { program };
}

function findMissing(): string | undefined {
  const probe = 'import sys, venv, ensurepip; print(sys.version_info >= (3, 11), sys.version.split()[0])';
  const { error, status, stdout } = spawnSync(python, ['-c', probe], { encoding: 'utf8' });
  if (error) return `${python} is not on the PATH. ${advice}.`;
  if (status !== 0) return `The ${python} on the PATH lacks the module venv or ensurepip. ${advice}.`;
  const [newEnough, version] = stdout.trim().split(' ');
  return newEnough === 'True' ? undefined : `The ${python} on the PATH is ${version}. ${advice}.`;
}
