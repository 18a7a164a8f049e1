/**
 * A data folder on a disk of 4 MB (tmpfs, so it needs the right to mount): bookings are made until it is full and beyond,
 * something else gives room and takes it again, and then there is room.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startSandbox, type StartedSandbox } from '../sandbox/start-sandbox.ts';
import type { AttackLine } from './support/attack.ts';

export const about =
  'A full disk under the embedded database: what gets through is a call answered with anything but 201 or 503, readiness that is wrong, and a booking that is lost. [CREATES]';

const disk_bytes = 4 * 1024 * 1024;
const atOnce = 16;

interface Tally {
  readonly statuses: Map<number, number>;
  readonly made: string[];
}

export async function run([creates = '1200']: readonly string[]): Promise<readonly AttackLine[]> {
  await using opened = new AsyncDisposableStack();
  const disk = mkdtempSync(join(tmpdir(), 'booking-service-disk-'));
  opened.defer(() => rmSync(disk, { recursive: true }));
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${disk_bytes}`, 'tmpfs', disk]);
  opened.defer(() => void execFileSync('umount', [disk]));
  const sandbox = opened.use(await startSandbox(join(disk, 'data')));
  const tally: Tally = { statuses: new Map(), made: [] };
  const ballast = join(disk, 'ballast');
  writeFileSync(ballast, Buffer.alloc(1024 * 1024));

  const body = await bookingRequest(sandbox);
  for (let count = 0; count < Number(creates); count += atOnce) await createAtOnce(sandbox, { body, tally });
  const whileFull = await sandbox.findFaults();
  rmSync(ballast);
  const recovered = await eventuallyReady(sandbox);
  const before = tally.made.length;
  await createAtOnce(sandbox, { body, tally });
  const madeAfter = tally.made.length - before;
  const lost = await countLost(sandbox, tally.made);

  const tried = [...tally.statuses.values()].reduce((sum, count) => sum + count, 0);
  const others = tried - (tally.statuses.get(201) ?? 0) - (tally.statuses.get(503) ?? 0);
  const statuses = [...tally.statuses].map(([status, count]) => `${count} × ${status}`).join(', ');
  const said = whileFull.some((fault) => fault.includes('database_full'));
  return [
    { attack: 'full disk: a create answered with neither 201 nor 503', tried, through: others, note: statuses },
    { attack: 'full disk: ready while writes fail', tried: 1, through: said ? 0 : 1 },
    {
      attack: 'full disk: not ready, or no booking made, with room again',
      tried: 2,
      through: Number(!recovered) + Number(madeAfter < atOnce),
    },
    { attack: 'full disk: a booking that was answered is lost', tried: tally.made.length, through: lost },
  ];
}

async function createAtOnce(sandbox: StartedSandbox, { body, tally }: { body: unknown; tally: Tally }): Promise<void> {
  const calls = Array.from({ length: atOnce }, () => callService(sandbox, 'POST /v1/bookings', body));
  for (const { status, json } of await Promise.all(calls)) {
    tally.statuses.set(status, (tally.statuses.get(status) ?? 0) + 1);
    // Held to the contract by the tests of the wire; here only its shape is needed.
    if (status === 201) tally.made.push((json as { id: string }).id);
  }
}

async function countLost(sandbox: StartedSandbox, ids: readonly string[]): Promise<number> {
  let lost = 0;
  for (const id of ids) if ((await callService(sandbox, `GET /v1/bookings/${id}`)).status !== 200) lost += 1;
  return lost;
}

async function eventuallyReady(sandbox: StartedSandbox): Promise<boolean> {
  for (let tries = 0; tries < 100; tries += 1) {
    if (!(await sandbox.findFaults()).some((fault) => fault.includes('not ready'))) return true;
    await pause(100);
  }
  return false;
}

/** What a create asks for: tomorrow's first slot at the venue that confirms. */
async function bookingRequest(sandbox: StartedSandbox): Promise<unknown> {
  const date = new Date(Date.now() + 24 * 3600 * 1000).toISOString().slice(0, 10);
  const search = { venue_id: 'ven_harbour_table', date, party_size: 2 };
  const { json } = await callService(sandbox, 'POST /v1/availability/search', search);
  // Held to the contract by the tests of the wire; here only its shape is needed.
  const { data } = json as { data: readonly { id: string }[] };
  const guest = { first_name: 'Ada', email: 'ada@diner.test' };
  return { venue_id: search.venue_id, slot_id: data[0]?.id, party_size: search.party_size, guest };
}

async function callService(
  { url, key }: StartedSandbox,
  target: `${'GET' | 'POST'} /${string}`,
  body?: unknown,
): Promise<{ status: number; json: unknown }> {
  const [method = '', path = ''] = target.split(' ');
  const response = await fetch(url + path, {
    method,
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, json: await response.json() };
}
