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
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
// @boundaries-ignore the ports of the tests of every package come from one place
import { freePorts } from '../../packages/server/test/support/processes/free-ports.ts';
import { npm } from '../programs/run-program.ts';
import { installNpmTools } from '../tools/pinned.ts';
import { listPublishedPackages, type Manifest } from '../packages/list-packages.ts';
import { startSandbox } from '../sandbox/start-sandbox.ts';
import { openCopy } from '../working-copy/working-copy.ts';
import { checkTypes, runFirstCommand, runSamples } from './run-installed.ts';

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

/** A registry of this computer that has only the packages published to it. */
interface Registry extends AsyncDisposable {
  readonly url: string;
  /** Makes npm take the scope of the packages from this registry, and publish to it. */
  readonly environment: NodeJS.ProcessEnv;
  /** Returns what the registry has of a package. */
  readonly find: (name: string) => Promise<unknown>;
}

/** Starts Verdaccio on a free port, with its data in `folder`. It reaches no other registry. */
async function startRegistry({ folder, tools }: { folder: string; tools: string }): Promise<Registry> {
  const [port] = await freePorts();
  const url = `http://127.0.0.1:${port}/`;
  mkdirSync(folder, { recursive: true });
  const config = join(folder, 'config.yaml');
  writeFileSync(config, configuration(folder));
  const program = join(tools, 'verdaccio/bin/verdaccio');
  const verdaccio = spawn(process.execPath, [program, '--config', config, '--listen', `127.0.0.1:${port}`], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let log = '';
  verdaccio.stdout.setEncoding('utf8').on('data', (text: string) => (log += text));
  const ended = once(verdaccio, 'exit');
  while (!(await isReady(url))) {
    if (verdaccio.exitCode !== null) throw new Error(`Verdaccio ended with ${verdaccio.exitCode}: ${log}`);
    await Promise.race([once(verdaccio.stdout, 'data'), ended]);
  }
  const token = await createUser(url);
  return {
    url,
    environment: {
      ...process.env,
      'npm_config_@booking-service:registry': url,
      [`npm_config_${url.slice('http:'.length)}:_authToken`]: token,
    },
    // A connection of its own: a kept one closes unnoticed while a command runs.
    async find(name) {
      const sent = get(url + name.replace('/', '%2f'), { agent: false });
      const [response] = (await once(sent, 'response')) as [IncomingMessage];
      return json(response);
    },
    async [Symbol.asyncDispose]() {
      verdaccio.kill('SIGTERM');
      await ended;
    },
  };
}

/** Everyone can read; only a user can publish. */
function configuration(folder: string): string {
  return JSON.stringify({
    storage: join(folder, 'storage'),
    auth: { htpasswd: { file: join(folder, 'htpasswd') } },
    uplinks: {},
    packages: { '@booking-service/*': { access: '$all', publish: '$authenticated' } },
    web: { enable: false },
    log: { type: 'stdout', format: 'json', level: 'http' },
  });
}

async function isReady(url: string): Promise<boolean> {
  return fetch(`${url}-/ping`).then(
    ({ ok }) => ok,
    () => false,
  );
}

async function createUser(url: string): Promise<string> {
  const name = 'rehearsal';
  const response = await fetch(`${url}-/user/org.couchdb.user:${name}`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ name, password: crypto.randomUUID() }),
  });
  // Verdaccio returns this object.
  const { token } = (await response.json()) as { readonly token?: string };
  if (token === undefined) throw new Error(`Verdaccio created no user: ${response.status}.`);
  return token;
}

/** A package manager that installs the published packages into an empty project. */
interface PackageManager {
  readonly name: string;
  /** The command that adds packages: their names follow. */
  readonly add: readonly [string, ...string[]];
  /** The command that runs a program of an installed package: its name follows. */
  readonly run: readonly [string, ...string[]];
}

/** Every package manager of the rehearsal. `tools` is the folder node_modules that contains them. */
function listPackageManagers(tools: string): PackageManager[] {
  const node = process.execPath;
  const [program, args] = npm();
  const [pnpm, yarn] = [join(tools, 'pnpm/bin/pnpm.cjs'), join(tools, '@yarnpkg/cli-dist/bin/yarn.js')];
  const bun = join(installNpmTools('bun'), '@oven/bun-linux-x64/bin/bun');
  return [
    {
      name: 'npm',
      add: [program, ...args, 'install', '--ignore-scripts'],
      run: [program, ...args, 'exec', '--no', '--'],
    },
    { name: 'pnpm', add: [node, pnpm, 'add', '--ignore-scripts'], run: [node, pnpm, 'exec'] },
    { name: 'Yarn', add: [node, yarn, 'add', '--mode=skip-build'], run: [node, yarn, 'run'] },
    { name: 'Bun', add: [bun, 'add', '--ignore-scripts'], run: [bun, 'run'] },
  ];
}

/** Makes every package manager take the packages from the registry at this URL, and everything else from the usual one. */
function configure(project: string, url: string): void {
  configureNpm(project, url);
  // Yarn reads no .npmrc. It trusts the files that it has kept, so it keeps none: a version is published anew in each rehearsal.
  const usual = execFileSync(...npm('config', 'get', 'registry'), { encoding: 'utf8' }).trim();
  const settings = {
    nodeLinker: 'node-modules',
    enableTelemetry: false,
    enableGlobalCache: false,
    globalFolder: join(project, '.yarn', 'global'),
    npmRegistryServer: usual,
    npmScopes: { 'booking-service': { npmRegistryServer: url } },
    unsafeHttpWhitelist: ['127.0.0.1'],
    // Yarn refuses versions of the last days.
    npmPreapprovedPackages: ['@booking-service/*'],
  };
  writeFileSync(join(project, '.yarnrc.yml'), JSON.stringify(settings));
  // Without this file, Yarn takes the folder for a part of the repository above it.
  writeFileSync(join(project, 'yarn.lock'), '');
}

/** Makes npm take the packages from the registry at this URL, and everything else from the usual one. */
function configureNpm(project: string, url: string): void {
  writeFileSync(join(project, '.npmrc'), `@booking-service:registry=${url}\n`);
}
