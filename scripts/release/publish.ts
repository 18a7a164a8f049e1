/**
 * Publishes every package whose version is not in the registry, in the order of their dependencies. Builds them before.
 *
 * Reads   the published packages; GITHUB_SERVER_URL and GITHUB_REPOSITORY, which name the repository in the manifests
 * Run     npm run release:publish -- --dry-run    prints what would be published, with its files
 *         npm run release:publish                 publishes it, and tags the commit
 * Exits   1 if a package could not be published
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listPublishedPackages } from '../packages/list-packages.ts';
import { npm } from '../programs/npm.ts';
import { readFlags } from '../programs/read-flags.ts';
import { nameRepository } from './name-repository.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { values } = readFlags({
  options: { 'dry-run': { type: 'boolean', default: false }, tag: { type: 'boolean', default: true } },
  allowNegative: true,
});

nameRepository(process.env);
try {
  if (values['dry-run']) {
    run('changeset', ['publish-plan']);
    for (const { folder } of listPublishedPackages()) run(...npm('publish', '--dry-run'), { cwd: join(root, folder) });
  } else {
    run(...npm('run', 'build'));
    // Packages are packed at the same time. Built by each packing, the files of one would change while another reads them.
    const environment = { npm_config_ignore_scripts: 'true' };
    run('changeset', ['publish', ...(values.tag ? [] : ['--no-git-tag'])], { environment });
  }
} catch {
  // The command has printed why it failed.
  process.exitCode = 1;
}

function run(
  program: string,
  args: readonly string[],
  {
    cwd = root,
    environment = {},
  }: { readonly cwd?: string; readonly environment?: Readonly<Record<string, string>> } = {},
): void {
  execFileSync(program, args, { cwd, env: { ...process.env, ...environment }, stdio: 'inherit' });
}
