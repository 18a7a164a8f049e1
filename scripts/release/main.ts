/**
 * Rehearses a release: publishes every package from an unbuilt copy of the repository to a registry on this computer, installs them
 * by version into an empty project with each package manager, and runs the commands and the programs of their READMEs there. The
 * first command of each README also runs in an empty folder.
 *
 * Reads   the repository without its ignored files; scripts/tools/pinned.ts (installs the registry and the package managers)
 * Run     npm run verify -- release
 *         npm run verify -- release Bun     with the package managers of these names only
 * Prints  a line for each package and each package manager
 * Exits   1 if a step fails. Needs Linux on x64.
 */
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listPublishedPackages, type Manifest } from '../packages/list-packages.ts';
// @boundaries-ignore the ports of the tests of every package come from one place
import { freePorts } from '../../packages/server/test/support/processes/free-ports.ts';
import { startSandbox } from '../sandbox/start-sandbox.ts';
import { installNpmTools } from '../tools/install-tools.ts';
import { openCopy } from '../working-copy/working-copy.ts';
import { checkTypes, runFirstCommand, runSamples } from './run-installed.ts';
import {
  configure,
  configureNpm,
  listPackageManagers,
  type PackageManager,
  type Registry,
  startRegistry,
} from './registry.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const modules = installNpmTools('release');
const published = listPublishedPackages().map(({ manifest }) => manifest);
/** The repository that the copy is published from. Nothing connects to it. */
const origin = { GITHUB_SERVER_URL: 'https://git.test', GITHUB_REPOSITORY: 'rehearsal/booking-service' };

await using opened = new AsyncDisposableStack();
const copy = opened.use(await openCopy(root, { isGenerated: false }));
const registry = opened.use(await startRegistry({ folder: join(copy.temporary, 'registry'), tools: modules }));

publish('--no-tag');
for (const manifest of published) await checkPublished(manifest, registry);
// Everything is published: the second run publishes nothing, and does not fail.
publish('--no-tag');

// Outside of the copy: npm takes a folder in it for a part of the project.
const empty = opened.use(mkdtempDisposableSync(join(tmpdir(), 'booking-service-empty-')));
for (const { folder, manifest } of listPublishedPackages()) await runFirst(folder, manifest);

const service = opened.use(await startSandbox(join(copy.temporary, 'data')));
const managers = process.argv.slice(2);
for (const manager of listPackageManagers(modules)) {
  if (managers.length > 0 && !managers.includes(manager.name)) continue;
  console.log(`${manager.name}: ${await install(manager)}`);
}

function publish(...flags: string[]): void {
  execFileSync(process.execPath, [join(copy.path, 'scripts/release/publish.ts'), ...flags], {
    cwd: copy.path,
    env: { ...registry.environment, ...origin },
    stdio: 'inherit',
  });
}

/** Compares what the registry has with the manifest, and its dependencies on other packages of the repository with their versions. */
async function checkPublished({ name, version }: Manifest, { find }: Registry): Promise<void> {
  // The registry's document of a package has this form.
  const { 'dist-tags': tags, versions } = (await find(name)) as {
    readonly 'dist-tags': Readonly<Record<string, string>>;
    readonly versions: Readonly<Record<string, Manifest & { readonly repository?: { readonly url?: string } }>>;
  };
  const found = versions[version];
  if (tags['latest'] !== version || !found) throw new Error(`The registry does not have ${name}@${version} as latest.`);
  if (found.repository?.url !== `git+${origin.GITHUB_SERVER_URL}/${origin.GITHUB_REPOSITORY}.git`)
    throw new Error(`${name} names the repository ${found.repository?.url}.`);
  for (const other of published) {
    const wanted = found.dependencies?.[other.name];
    if (wanted !== undefined && wanted !== other.version) throw new Error(`${name} needs ${other.name}@${wanted}.`);
  }
  console.log(`${name}@${version} is published.`);
}

/** Runs the first command of a README in an empty folder, with an empty cache: only the registry of the rehearsal has the packages. */
async function runFirst(source: string, { name }: Manifest): Promise<void> {
  const readme = readFileSync(join(root, source, 'README.md'), 'utf8');
  const folder = join(empty.path, source);
  mkdirSync(folder, { recursive: true });
  configureNpm(folder, registry.url);
  const line = await runFirstCommand(name, { readme, folder, cache: join(empty.path, 'cache') });
  console.log(line === undefined ? `${name} shows no command.` : `${name} runs in an empty folder: ${line}`);
}

/** Installs every package by its version into an empty project, and runs what the READMEs show. */
async function install(manager: PackageManager): Promise<string> {
  const { name, add, run } = manager;
  const project = join(copy.temporary, `project-${name.toLowerCase()}`);
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'diner', private: true, type: 'module' }));
  configure(project, registry.url);
  const [PORT] = await freePorts();
  const environment = {
    ...process.env,
    BOOKING_BASE_URL: service.url,
    BOOKING_API_KEY: service.key,
    SEALING_KEY: randomBytes(32).toString('base64'),
    PORT,
  };
  const execute = ([program, ...args]: readonly [string, ...string[]]) =>
    execFileSync(program, args, {
      cwd: project,
      env: environment,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });

  // A project in TypeScript has the types of Node. The README of testing shows an app of Express.
  execute([...add, '@types/node@24.19.2', 'express@5.3.0', ...published.map((each) => `${each.name}@${each.version}`)]);
  const version = execute([...run, 'booking-service', '--version']).trim();
  const server = published.find((each) => each.name === '@booking-service/server');
  if (!version.split('\n').includes(server?.version ?? ''))
    throw new Error(`booking-service --version printed ${version}.`);
  checkTypes(project, published);
  const ran: string[] = [];
  for (const each of published) ran.push(...(await runSamples(each.name, { project, environment })));
  return `installed ${published.length} packages, compiled their types, ran booking-service ${server?.version} and ${ran.join(', ')}`;
}
