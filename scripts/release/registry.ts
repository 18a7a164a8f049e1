import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
// @boundaries-ignore the ports of the tests of every package come from one place
import { freePorts } from '../../packages/server/test/support/processes/free-ports.ts';
import { npm } from '../programs/run-program.ts';
import { installNpmTools } from '../tools/install-tools.ts';

/** A registry of this computer that has only the packages published to it. */
export interface Registry extends AsyncDisposable {
  readonly url: string;
  /** Makes npm take the scope of the packages from this registry, and publish to it. */
  readonly environment: NodeJS.ProcessEnv;
  /** Returns what the registry has of a package. */
  readonly find: (name: string) => Promise<unknown>;
}

/** Starts Verdaccio on a free port, with its data in `folder`. It reaches no other registry. */
export async function startRegistry({ folder, tools }: { folder: string; tools: string }): Promise<Registry> {
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
export interface PackageManager {
  readonly name: string;
  /** The command that adds packages: their names follow. */
  readonly add: readonly [string, ...string[]];
  /** The command that runs a program of an installed package: its name follows. */
  readonly run: readonly [string, ...string[]];
}

/** Every package manager of the rehearsal. `tools` is the folder node_modules that contains them. */
export function listPackageManagers(tools: string): PackageManager[] {
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
export function configure(project: string, url: string): void {
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
export function configureNpm(project: string, url: string): void {
  writeFileSync(join(project, '.npmrc'), `@booking-service:registry=${url}\n`);
}
