/** Checks of the packages that run on Node only, in the project where they are installed. Each returns what it has checked. */
import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { unseenRules, type RuleResult } from '@booking-service/conformance';
// @boundaries-ignore the ports of the tests of every package come from one place
import { freePorts } from '../../packages/server/test/support/processes/free-ports.ts';
import { pageBlocks } from '../pages/page-blocks.ts';

export interface NodeCheck {
  /** The program of Node. */
  readonly binary: string;
  /** The project's folder. */
  readonly folder: string;
}

const scoped = (folder: string, ...path: string[]) => join(folder, 'node_modules/@booking-service', ...path);
const environment = { ...process.env, NODE_NO_WARNINGS: '1', NO_COLOR: '1' };

/** Starts the service as a sandbox, and checks every rule of its interface. */
export async function checkServer({ binary, folder }: NodeCheck): Promise<string> {
  using data = mkdtempDisposableSync(join(tmpdir(), 'runtimes-'));
  const [port, receiver, admin, dashboard] = await freePorts();
  const flags = ['--port', port, '--receiver-port', receiver, '--admin-port', admin, '--dashboard-port', dashboard];
  const program = scoped(folder, 'server/bin/booking-service.js');
  const service = spawn(
    binary,
    [program, 'serve', '--sandbox', '--data', data.path, '--tick', '1', '--log-level', 'error', ...flags],
    {
      env: environment,
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const closed = once(service, 'close');
  try {
    let printed = '';
    service.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
    while (!printed.includes('Stop: Ctrl-C')) {
      await Promise.race([once(service.stdout, 'data'), closed]);
      if (service.exitCode !== null) throw new Error(`The sandbox ended with ${service.exitCode}: ${printed}`);
    }
    const addresses = ['--url', `http://127.0.0.1:${port}`, '--admin-url', `http://127.0.0.1:${admin}`];
    const conformance = scoped(folder, 'conformance/bin/booking-conformance.js');
    const { stdout } = await promisify(execFile)(binary, [conformance, ...addresses, '--format', 'json'], {
      env: environment,
      maxBuffer: 2 ** 24,
    });
    const { pass, rules } = JSON.parse(stdout) as { readonly pass: number; readonly rules: readonly RuleResult[] };
    const unseen = rules.filter(({ rule, verdict }) => verdict === 'not checked' && !Object.hasOwn(unseenRules, rule));
    if (unseen.length > 0) throw new Error(unseen.map(({ rule, evidence }) => `${rule}: ${evidence}`).join('; '));
    return `${pass} of ${rules.length} rules pass, the others cannot be seen from outside`;
  } finally {
    service.kill('SIGTERM');
    await closed;
  }
}

/** Runs the program of the README, and the presets in a project of Vitest and in two of Jest: one of ES modules and one of CommonJS. */
export function checkTesting({ binary, folder }: NodeCheck): string {
  const readme = readFileSync(scoped(folder, 'testing/README.md'), 'utf8');
  const program = pageBlocks(readme).find(({ file }) => file !== undefined);
  if (program?.file === undefined) throw new Error('The README shows no program.');
  writeFileSync(join(folder, program.file), program.body);
  const run = (args: readonly string[], cwd: string) => {
    try {
      return execFileSync(binary, args, { cwd, env: environment, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
    } catch (error) {
      // execFileSync throws what the program printed.
      const { stdout, stderr } = error as { readonly stdout: string; readonly stderr: string };
      throw new Error(`${args.join(' ')}: ${stdout}${stderr}`, { cause: error });
    }
  };
  const modules = join(folder, 'node_modules');
  run([program.file], folder);
  run([join(modules, 'vitest/vitest.mjs'), 'run'], join(folder, 'testing/vitest'));
  const jest = join(modules, 'jest/bin/jest.js');
  run(['--experimental-vm-modules', jest], join(folder, 'testing/jest'));
  run([jest], join(folder, 'testing/jest-commonjs'));
  return `${program.file}, a project of Vitest, one of Jest and one of Jest in CommonJS`;
}

/** Sends the first message of the Model Context Protocol to the tools for agents, and reads its response. */
export function checkMcp({ binary, folder }: NodeCheck): string {
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'check', version: '1' } };
  const printed = execFileSync(binary, [scoped(folder, 'mcp/bin/booking-mcp.js')], {
    env: { ...environment, BOOKING_API_KEY: 'sk_test_check', BOOKING_BASE_URL: 'http://127.0.0.1:1' },
    input: `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`,
    encoding: 'utf8',
  });
  if (!printed.includes('"serverInfo":{"name":"booking-service"')) throw new Error(`It printed ${printed}`);
  return 'responds to initialize';
}

/** Runs a command that loads the packages it calls the service with, and one that loads the server. */
export function checkCli({ binary, folder }: NodeCheck): string {
  const run = (...args: readonly string[]) =>
    execFileSync(binary, [scoped(folder, 'cli/bin/booking.js'), ...args], { env: environment, encoding: 'utf8' });
  for (const [printed, shown] of [
    [run('trigger'), 'booking.modified'],
    [run('sandbox', '--help'), '--receiver-port'],
  ])
    if (!printed?.includes(shown ?? '')) throw new Error(`It printed ${printed}`);
  return 'lists the events, and loads the sandbox';
}
