/**
 * Publishes every package whose version is not in the registry. Builds them before.
 *
 * Reads   the published packages; GITHUB_SERVER_URL and GITHUB_REPOSITORY, which name the repository in the manifests
 * Run     npm run release:publish -- --dry-run    prints what would be published, with its files
 *         npm run release:publish                 publishes it, and tags the commit
 * Exits   1 if a package could not be published
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listPublishedPackages, type Manifest, nameRepository } from '../packages/list-packages.ts';
import { npm, readFlags } from '../programs/run-program.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { values } = readFlags({
  options: { 'dry-run': { type: 'boolean', default: false }, tag: { type: 'boolean', default: true } },
  allowNegative: true,
});

nameRepository(process.env);
try {
  const waiting = listPublishedPackages().filter(({ manifest }) => !isPublished(manifest));
  if (!values['dry-run'] && waiting.length > 0) run(...npm('run', 'build'));
  for (const { folder } of waiting) {
    // Everything is built already. A dry run packs as a first publication does, which builds.
    const flags = values['dry-run'] ? ['--dry-run'] : ['--access', 'public', '--ignore-scripts'];
    run(...npm('publish', ...flags), join(root, folder));
  }
  const [first] = waiting;
  if (first && values.tag && !values['dry-run']) {
    // All packages have one version.
    const tag = `v${first.manifest.version}`;
    run('git', ['tag', '--annotate', tag, '--message', tag]);
  }
} catch {
  // The command has printed why it failed.
  process.exitCode = 1;
}

/** Looks the version up in the registry. Throws if the registry cannot be read. */
function isPublished({ name, version }: Manifest): boolean {
  const [program, args] = npm('view', `${name}@${version}`, 'version', '--json');
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: root, encoding: 'utf8' });
  // A package without this version has no output; an unknown package is an error.
  if (status === 0) return stdout.trim() !== '';
  if (stdout.includes('"E404"')) return false;
  console.error(stderr);
  throw new Error('The registry cannot be read.');
}

function run(program: string, args: readonly string[], cwd = root): void {
  execFileSync(program, args, { cwd, stdio: 'inherit' });
}
