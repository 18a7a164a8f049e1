import { spawn, type SpawnOptions, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRequire } from 'node:module';
// @boundaries-ignore the ports of the tests of every package come from one place
import { freePorts } from '../../packages/server/test/support/processes/free-ports.ts';
import { pageBlocks, patternOf } from '../pages/page-blocks.ts';
import type { Manifest } from '../packages/list-packages.ts';

/** A text that a program has not printed after this time is missing. */
const longest_ms = 240_000;

/** The end of a program: its exit code, or the signal that ended it. */
interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly printed: string;
}

/** Runs a program until it prints the text, and stops it then: servers go on. Throws if the program ends without the text. */
async function runUntilShown(
  [program, ...args]: readonly [string, ...string[]],
  { shown, input = '', ...options }: SpawnOptions & { readonly shown: RegExp; readonly input?: string },
): Promise<Ended> {
  const child = spawn(program, args, { ...options, stdio: 'pipe', timeout: longest_ms });
  let printed = '';
  const closed = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>;
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
      if (shown.test(printed)) child.kill('SIGTERM');
    });
  }
  child.stdin.end(input);
  const [code, signal] = await closed;
  if (!shown.test(printed))
    throw new Error(`${args.join(' ')} ended with ${code ?? signal} and did not print ${shown}: ${printed}`);
  return { code, signal, printed };
}

const installs = /added \d+ packages?/;
/** The text that shows that the first command of a README ran its package. Nothing listens at the addresses that the commands name. */
const shownBy: Readonly<Record<string, RegExp>> = {
  '@booking-service/cli': /trigger booking\.failed/,
  '@booking-service/client': installs,
  '@booking-service/conformance': /the admin server at \S+ does not respond/,
  '@booking-service/kernel': installs,
  '@booking-service/mcp': /"serverInfo":\{"name":"booking-service"/,
  '@booking-service/octo-provider': installs,
  '@booking-service/server': /sk_test_/,
  '@booking-service/stripe': installs,
  '@booking-service/testing': installs,
  '@booking-service/toolkit': installs,
  '@booking-service/webhooks': /booking\.failed evt_\w+: no response/,
};

/** The first message that a client sends to a server of the Model Context Protocol. The other commands read no input. */
const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'rehearsal', version: '1' } },
};

/**
 * Runs the first command of a README as a reader pastes it, in an empty folder, and returns it. Undefined if the README shows none.
 * Only its ports are free ones: others may use the documented ones.
 */
export async function runFirstCommand(
  name: string,
  { readme, folder, cache }: { readonly readme: string; readonly folder: string; readonly cache: string },
): Promise<string | undefined> {
  const [shown, line] = [shownBy[name], firstCommand(readme)];
  if (shown === undefined && line === undefined) return undefined;
  if (shown === undefined)
    throw new Error(`Add to ${import.meta.filename} what the command of ${name} prints: ${line}`);
  if (line === undefined) throw new Error(`The README of ${name} shows no command that runs it.`);
  const [port, receiver, admin, dashboard] = await freePorts();
  const command = line.replaceAll(/(?<=127\.0\.0\.1:|localhost:)\d+/g, port);
  const env = {
    ...process.env,
    npm_config_cache: cache,
    // npx asks a reader before it installs a package.
    npm_config_yes: 'true',
    BOOKING_API_KEY: 'sk_test_rehearsal',
    BOOKING_WEBHOOK_SECRET: 'whsec_rehearsal',
    BOOKING_SERVICE_PORT: port,
    BOOKING_SERVICE_RECEIVER_PORT: receiver,
    BOOKING_SERVICE_ADMIN_PORT: admin,
    BOOKING_SERVICE_DASHBOARD_PORT: dashboard,
  };
  // With exec, the signal that stops the command reaches npm. npm stops the program.
  await runUntilShown(['/bin/sh', '-c', `exec ${command}`], {
    cwd: folder,
    env,
    shown,
    input: `${JSON.stringify(initialize)}\n`,
  });
  return line;
}

/** Returns the first line that runs npm or npx, or the command of the first settings for a client of the Model Context Protocol. */
function firstCommand(readme: string): string | undefined {
  for (const { language, body } of pageBlocks(readme)) {
    const line = language === 'sh' ? /^np[mx] .*$/m.exec(body)?.[0] : undefined;
    if (line !== undefined) return line;
    // The README's example has this form.
    const settings = language === 'json' ? (JSON.parse(body) as McpSettings) : undefined;
    for (const { command, args } of Object.values(settings?.mcpServers ?? {})) return [command, ...args].join(' ');
  }
  return undefined;
}

/** The settings of a client of the Model Context Protocol. */
interface McpSettings {
  readonly mcpServers?: Readonly<Record<string, { readonly command: string; readonly args: readonly string[] }>>;
}

/**
 * Runs the programs in the README of an installed package, in the project's folder: each block that begins with the name of a file.
 * It must print the `text` block that follows it. A program that continues then is stopped. Returns the names of the programs.
 */
export async function runSamples(
  name: string,
  { project, environment }: { readonly project: string; readonly environment: NodeJS.ProcessEnv },
): Promise<string[]> {
  const readme = join(project, 'node_modules', name, 'README.md');
  if (!existsSync(readme)) throw new Error(`${name} has no README.`);
  const ran: string[] = [];
  const blocks = pageBlocks(readFileSync(readme, 'utf8'));
  for (const [index, { file, body }] of blocks.entries()) {
    if (file === undefined) continue;
    const shown = blocks[index + 1];
    if (shown?.language !== 'text') throw new Error(`The README of ${name} does not show what ${file} prints.`);
    writeFileSync(join(project, file), body);
    await runSample(file, { shown: patternOf(shown.body), project, environment });
    ran.push(file);
  }
  return ran;
}

async function runSample(
  file: string,
  { shown, project, environment }: { shown: RegExp; project: string; environment: NodeJS.ProcessEnv },
): Promise<void> {
  const { code, signal, printed } = await runUntilShown([process.execPath, file], {
    cwd: project,
    env: environment,
    shown,
  });
  if (code !== 0 && signal !== 'SIGTERM') throw new Error(`${file} ended with ${code ?? signal}: ${printed}`);
}

const compiler = createRequire(import.meta.url).resolve('typescript/bin/tsc');
/** Ways of resolving packages, each with its kind of modules and the file that imports the entries. */
const resolutions = {
  nodenext: { module: 'nodenext', file: 'consumer.ts' },
  bundler: { module: 'esnext', file: 'consumer.ts' },
  node16: { module: 'node16', file: 'consumer.cts' },
  node10: { module: 'commonjs', file: 'consumer.cts' },
} as const;

/**
 * Compiles an import of every entry of the installed packages, as CommonJS of those with a condition `require`, without skipping their
 * declarations. The project has the packages, what
 * they depend on and the types of Node, and no further types. Throws with the errors of the compiler.
 */
export function checkTypes(project: string, packages: readonly Manifest[]): void {
  const entries = packages.flatMap(({ name, exports = {} }) =>
    Object.entries(exports)
      .filter(([entry]) => !entry.endsWith('.json'))
      .flatMap(([entry, conditions]) =>
        (entry === './*' ? modulesOf(join(project, 'node_modules', name, 'dist')) : [entry]).map((each) => ({
          specifier: name + each.slice('.'.length),
          isRequired: Object.hasOwn(Object(conditions), 'require'),
        })),
      ),
  );
  const write = (file: string, of: typeof entries) => {
    const lines = of.map(({ specifier }, index) => `export * as entry${index} from '${specifier}';`);
    writeFileSync(join(project, file), lines.join('\n'));
  };
  write('consumer.ts', entries);
  write(
    'consumer.cts',
    entries.filter(({ isRequired }) => isRequired),
  );
  for (const [moduleResolution, { module, file }] of Object.entries(resolutions)) {
    const compilerOptions = {
      moduleResolution,
      module,
      target: 'es2022',
      lib: ['es2022', 'esnext.disposable', 'dom'],
      strict: true,
      exactOptionalPropertyTypes: true,
      types: ['node'],
      // The declarations of zod for CommonJS need it. It is on in the settings that tsc --init writes.
      esModuleInterop: true,
      noEmit: true,
    };
    const config = join(project, `tsconfig.${moduleResolution}.json`);
    writeFileSync(config, JSON.stringify({ compilerOptions, files: [file] }));
    const { status, stdout } = spawnSync(process.execPath, [compiler, '-p', config], { encoding: 'utf8' });
    if (status !== 0) throw new Error(`The types do not compile with ${moduleResolution}: ${stdout}`);
  }
}

/** The modules that the entry `./*` of a package stands for. */
function modulesOf(folder: string): string[] {
  const found = globSync('**/*.d.ts', { cwd: folder });
  if (found.length === 0) throw new Error(`${folder} has no module.`);
  return found.map((file) => `./${file.slice(0, -'.d.ts'.length)}`);
}
