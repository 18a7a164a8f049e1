/**
 * The unit of systemd without systemd: its programs run under its filter of system calls and of address families.
 *
 * @module-tag slow needs-curl
 * @module-tag needs-python3
 * @module-tag needs-systemd-analyze
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempDisposableSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
// @boundaries-ignore the databases and the ports of the tests of every package come from one place
import { makePostgresDatabase } from '../../packages/server/test/support/engines.ts';
// @boundaries-ignore as above
import { freePorts } from '../../packages/server/test/support/processes/free-ports.ts';
// @boundaries-ignore as above
import { runCommand } from '../../packages/server/test/support/processes/server-process.ts';

const fileOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const unit = readFileSync(fileOf('../../deploy/booking-service@.service'), 'utf8');
const analyze = (...args: readonly string[]) => spawnSync('systemd-analyze', args, { encoding: 'utf8' });
/** The values of a setting of the unit, in their order. */
const valuesOf = (setting: string) =>
  [...unit.matchAll(new RegExp(`^${setting}=(.*)$`, 'gm'))].map(([, value = '']) => value);

/** Runs systemd-analyze on a copy of the unit, in which Node is where it is on this computer. */
function analyzeCopy(command: readonly string[], content: string) {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'unit-'));
  // The path may have a space.
  const text = content.replaceAll('/usr/bin/node', `"${process.execPath}"`);
  writeFileSync(join(folder.path, 'booking-service@.service'), text);
  return analyze(...command, join(folder.path, 'booking-service@0.service'));
}

it('is accepted by systemd', () => {
  const faults = (content: string) =>
    analyzeCopy(['verify'], content)
      .stderr.split('\n')
      .filter((line) => line.includes('booking-service@'));
  expect(faults(unit)).toEqual([]);
  expect(faults(unit.replace('Restart=on-failure', 'Restart=sometimes'))).not.toEqual([]);
});

it('exposes less than 4 of 10 to the service, as systemd counts it', () => {
  const scored = (content: string) =>
    analyzeCopy(['security', '--offline=true', '--threshold=39', '--no-pager'], content).status;
  expect(scored(unit)).toBe(0);
  expect(scored(unit.replaceAll(/^(?:SystemCall|CapabilityBoundingSet|Restrict).*\n/gm, ''))).not.toBe(0);
});

it('starts the service again for as long as its database is away', () => {
  // Without these lines systemd gives up after five starts within ten seconds.
  expect(unit).toMatch(/^\[Unit\]$[^[]*^StartLimitIntervalSec=0$/m);
  expect(unit).toMatch(/^\[Service\]$[^[]*^Restart=on-failure\nRestartSec=2$/m);
});

/** The system calls that the unit allows. */
function allowedCalls(): string[] {
  const groups = new Map<string, string[]>();
  for (const line of analyze('syscall-filter', '--no-pager').stdout.split('\n')) {
    const [, group, name] = /^(?:(@[\w-]+)|\s+([@\w-]+))$/.exec(line) ?? [];
    if (group !== undefined) groups.set(group, []);
    else if (name !== undefined) [...groups.values()].at(-1)?.push(name);
  }
  const expand = (name: string): string[] => (groups.has(name) ? (groups.get(name) ?? []).flatMap(expand) : [name]);
  const [allowed = '', refused = ''] = valuesOf('SystemCallFilter');
  const without = new Set(refused.replace('~', '').split(' ').flatMap(expand));
  return [...new Set(['@default', ...allowed.split(' ')].flatMap(expand))].filter((call) => !without.has(call));
}

describe('its programs', () => {
  const filter = () => [
    fileOf('run-filtered.py'),
    JSON.stringify(allowedCalls()),
    JSON.stringify(valuesOf('RestrictAddressFamilies')[0]?.split(' ')),
  ];
  const [start = ''] = valuesOf('ExecStart');
  const [, isReady = ''] = /^\/bin\/sh -c '(.*)'$/.exec(valuesOf('ExecStartPost')[0] ?? '') ?? [];
  const sealing_key = Buffer.alloc(32, 7).toString('base64');

  const run = (program: readonly string[], options: { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv } = {}) =>
    spawn('python3', [...filter(), ...program], { stdio: 'ignore', ...options });
  const codeOf = async (child: ChildProcess) => (await once(child, 'close'))[0] as number | null;

  /** Starts process 0 of the unit and the command that waits until it is ready, as systemd does. */
  async function startUnit(opened: DisposableStack, database: string) {
    const folder = opened.use(mkdtempDisposableSync(join(tmpdir(), 'srv-')));
    symlinkSync(fileOf('../../node_modules'), join(folder.path, 'node_modules'), 'dir');
    writeFileSync(join(folder.path, 'package.json'), '{ "type": "module" }');
    const index = JSON.stringify(import.meta.resolve('@booking-service/server'));
    writeFileSync(
      join(folder.path, 'providers.js'),
      `import { createSandboxProvider } from ${index};
      export default ({ clock }) => ({ suppliers: [{ live: createSandboxProvider({ clock }), test: createSandboxProvider({ clock }) }] });`,
    );
    const [port, admin_port] = await freePorts();
    const onFreePorts = (line: string) => line.replace('7420', port).replace('743%i', admin_port).replaceAll('$$', '$');
    const [, ...args] = onFreePorts(start).split(' ');
    const service = run([process.execPath, ...args], {
      cwd: folder.path,
      env: {
        ...process.env,
        NODE_OPTIONS: '--conditions=@booking-service/source',
        BOOKING_SERVICE_DATABASE: database,
        BOOKING_SERVICE_SEALING_KEY: sealing_key,
      },
    });
    opened.defer(() => void service.kill('SIGKILL'));
    const ended = codeOf(service);
    const waiting = run(['/bin/sh', '-c', onFreePorts(isReady)], {
      env: { ...process.env, MAINPID: String(service.pid) },
    });
    opened.defer(() => void waiting.kill('SIGKILL'));
    return { service, ended, readiness: codeOf(waiting), ready: `http://127.0.0.1:${admin_port}/readyz` };
  }

  it('run under a filter that refuses calls', async () => {
    const call = (text: string) => codeOf(run([process.execPath, '-e', text]));
    expect(await call('process.exit(7)')).toBe(7);
    expect(
      await call("try { os.setPriority(5); } catch ({ code }) { process.exit(code === 'ERR_SYSTEM_ERROR' ? 8 : 9); }"),
    ).toBe(8);
  });

  it('make the unit active when the service is ready, and stop within its time', async () => {
    await using opened = new AsyncDisposableStack();
    const database = opened.use(await makePostgresDatabase());
    const environment = { BOOKING_SERVICE_DATABASE: database.url, BOOKING_SERVICE_SEALING_KEY: sealing_key };
    expect((await runCommand(['migrate'], { environment })).code).toBe(0);
    const { service, ended, readiness, ready } = await startUnit(opened.use(new DisposableStack()), database.url);
    expect(await readiness).toBe(0);
    expect((await fetch(ready)).status).toBe(200);
    service.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(Number(valuesOf('TimeoutStopSec')[0])).toBeGreaterThan(12);
  });

  it('make the unit fail as soon as the service has ended, without its database', async () => {
    using opened = new DisposableStack();
    const { ended, readiness } = await startUnit(opened, 'postgres://booking@127.0.0.1:1/booking_service');
    expect(await ended).toBe(1);
    expect(await readiness).toBe(1);
  });
});
