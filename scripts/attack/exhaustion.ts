/** Attacks that take what a service cannot do without: its connections and its disk. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Attack, callService, guest, listHoles, until } from './scene.ts';
import { hostileKinds, type HostileReport } from './support/hostile-kinds.ts';
import { startSandbox } from '../sandbox/start-sandbox.ts';

const hostileProgram = fileURLToPath(new URL('support/hostile.ts', import.meta.url));
const count = Number(process.env['ATTACK_CONNECTIONS'] ?? 2000);
const requests = 30;
const timeout_ms = 10_000;

/** Hostile connections of every kind at once, beside one honest caller. */
export const connections: Attack = {
  attack: 'keeps 2,000 hostile connections open: silent, endless, dripping and never read; another caller searches',
  expected: '0 searches failed',
  play: async ({ service, attacker, victim }) => {
    await using opened = new AsyncDisposableStack();
    const each = Math.ceil(count / hostileKinds.length);
    const hostile = hostileKinds.map((kind) =>
      opened.use(startHostile([service.url, kind, String(each), attacker.keys.live])),
    );
    // Every connection was opened or refused.
    for (const { report } of hostile) while (report().opened + report().refused < each) await pause(100);
    const searches: Promise<boolean>[] = [];
    for (let sent = 0; sent < requests; sent += 1) {
      searches.push(search(service.url, victim.keys.live));
      await pause(100);
    }
    return `${(await Promise.all(searches)).filter((isDone) => !isDone).length} searches failed`;
  },
};

function startHostile(args: readonly string[]) {
  const child = spawn(process.execPath, [hostileProgram, ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
  let last: HostileReport = { opened: 0, open: 0, closed: 0, refused: 0 };
  const closed = once(child, 'close');
  // The program prints one HostileReport per line.
  createInterface(child.stdout).on('line', (line) => (last = JSON.parse(line) as HostileReport));
  return {
    report: () => last,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await closed;
    },
  };
}

/** Searches venues over a new connection. Returns whether it got a 200 in time. */
function search(url: string, key: string): Promise<boolean> {
  return new Promise((done) => {
    const sending = request(`${url}/v1/venues/search`, {
      method: 'POST',
      agent: false,
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      signal: AbortSignal.timeout(timeout_ms),
    });
    sending.once('error', () => done(false));
    sending.once('response', (response) => {
      response.resume();
      response.once('error', () => done(false));
      response.once('end', () => done(response.statusCode === 200));
    });
    sending.end('{"limit":1}');
  });
}

const disk_bytes = 4 * 1024 * 1024;
const [most_rounds, rounds_when_full, concurrency] = [200, 4, 64];
const held = 'every create 201 or 503, not ready while full, ready again, none lost';

/** Fills the disk under the embedded database: a tmpfs of 4 MB, which needs the right to mount. */
export const fullDisk: Attack = {
  attack: 'fills a disk of 4 MB with bookings, of which 1 MB becomes free again',
  expected: held,
  play: async () => {
    await using opened = new AsyncDisposableStack();
    const disk = mkdtempSync(join(tmpdir(), 'booking-service-disk-'));
    opened.defer(() => rmSync(disk, { recursive: true }));
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${disk_bytes}`, 'tmpfs', disk], { stdio: 'ignore' });
    } catch {
      console.log('skipped: this user may not mount a disk');
      return held;
    }
    opened.defer(() => void execFileSync('umount', [disk]));
    const sandbox = opened.use(await startSandbox(join(disk, 'data')));
    const ballast = join(disk, 'ballast');
    writeFileSync(ballast, Buffer.alloc(1024 * 1024));
    const date = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '');
    const venue = { venue_id: 'ven_harbour_table', slot_id: `slt_harbour_table_${date}T1900` };
    const created: string[] = [];
    const others = new Set<number>();
    const createMany = async () => {
      const body = { ...venue, party_size: 2, guest, metadata: { note: 'x'.repeat(500) } };
      const create = () => callService(sandbox.url, 'POST /v1/bookings', { key: sandbox.key, body });
      for (const reply of await Promise.all(Array.from({ length: concurrency }, create))) {
        if (reply.status === 201) created.push(String(reply.body['id']));
        else if (reply.status !== 503) others.add(reply.status);
      }
    };
    let full = 0;
    for (let round = 0; round < most_rounds && full < rounds_when_full; round += 1) {
      const before = created.length;
      await createMany();
      if (created.length < before + concurrency) full += 1;
    }
    const isReported = (await readiness()).includes('database_full');
    rmSync(ballast);
    const isReady = (await until(readiness, (text) => text === 'ready')) === 'ready';
    const before = created.length;
    await createMany();
    const isLost = async (id: string) =>
      (await callService(sandbox.url, `GET /v1/bookings/${id}`, { key: sandbox.key })).status !== 200;
    const lost = await listHoles(created, isLost);
    const isHeld =
      others.size === 0 && isReported && isReady && created.length === before + concurrency && lost === 'none';
    return isHeld ? held : JSON.stringify({ others: [...others], isReported, isReady, lost, created: created.length });

    async function readiness(): Promise<string> {
      const { status, body } = await callService(sandbox.adminUrl, 'GET /readyz');
      return status === 200 ? 'ready' : JSON.stringify(body);
    }
  },
};
