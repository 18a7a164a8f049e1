/** Hostile connections of every kind at once, beside one honest caller. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Attack } from './attack.ts';
import { hostileKinds, type HostileReport } from './support/hostile-kinds.ts';

const hostileProgram = fileURLToPath(new URL('support/hostile.ts', import.meta.url));
const count = Number(process.env['ATTACK_CONNECTIONS'] ?? 2000);
const requests = 30;
const timeout_ms = 10_000;

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
