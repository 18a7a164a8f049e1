/** Opens 12,000 hostile connections of one kind at a time and measures the requests of one honest caller. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startSandbox } from '../sandbox/start-sandbox.ts';
import type { AttackLine } from './support/attack.ts';
import { hostileKinds, type HostileKind, type HostileReport } from './support/hostile-kinds.ts';
import { sendHonestRequests } from './support/honest-caller.ts';

export const about =
  '12,000 hostile connections of each kind, and one honest caller. Counts the honest requests that fail. [COUNT] [KIND]';

const hostileProgram = fileURLToPath(new URL('support/hostile.ts', import.meta.url));
const honest = { per_second: 10, seconds: 30 };

export async function run([count = '12000', only]: readonly string[]): Promise<readonly AttackLine[]> {
  const lines: AttackLine[] = [];
  for (const kind of hostileKinds.filter((each) => only === undefined || each === only)) {
    lines.push(await attackWith(kind, Number(count)));
  }
  return lines;
}

async function attackWith(kind: HostileKind, count: number): Promise<AttackLine> {
  await using opened = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'booking-service-attack-'));
  opened.defer(() => rm(folder, { recursive: true, force: true }));
  const sandbox = opened.use(await startSandbox(join(folder, 'data')));
  const hostile = opened.use(startHostile({ url: sandbox.url, key: sandbox.key, kind, count }));
  // Wait until every connection was opened or refused.
  while (hostile.report().opened + hostile.report().refused < count) await pause(100);
  const requests = await sendHonestRequests({ ...sandbox, ...honest });
  const { opened: all } = hostile.report();
  const note = `${requests.failed} of ${requests.tried} honest requests failed; p50 ${requests.p50_ms} ms, p99 ${requests.p99_ms} ms; ${all.toLocaleString('en-US')} connections opened in all`;
  return {
    attack: `${count.toLocaleString('en-US')} connections, ${kind}`,
    tried: all,
    through: requests.failed,
    note,
  };
}

function startHostile({ url, key, kind, count }: { url: string; key: string; kind: HostileKind; count: number }) {
  const child = spawn(process.execPath, [hostileProgram, url, kind, String(count), key], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
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
