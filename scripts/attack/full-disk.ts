/**
 * Fills the disk under the embedded database. The disk has 4 MB (tmpfs, so this needs the right to mount). The attack
 * creates bookings until the disk is full and continues, then frees 1 MB and checks that the service recovers.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startSandbox, type StartedSandbox } from '../sandbox/start-sandbox.ts';
import type { AttackLine } from './support/attack.ts';

export const about =
  'A full disk under the embedded database. Counts creates that get neither 201 nor 503, wrong readiness, and lost bookings. [CREATES]';

const disk_bytes = 4 * 1024 * 1024;
const concurrency = 16;

interface Tally {
  readonly statuses: Map<number, number>;
  /** The ids of the bookings that got a 201. */
  readonly created: string[];
}

export async function run([creates = '1200']: readonly string[]): Promise<readonly AttackLine[]> {
  await using opened = new AsyncDisposableStack();
  const disk = mkdtempSync(join(tmpdir(), 'booking-service-disk-'));
  opened.defer(() => rmSync(disk, { recursive: true }));
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${disk_bytes}`, 'tmpfs', disk]);
  opened.defer(() => void execFileSync('umount', [disk]));
  const sandbox = opened.use(await startSandbox(join(disk, 'data')));
  const tally: Tally = { statuses: new Map(), created: [] };
  const ballast = join(disk, 'ballast');
  writeFileSync(ballast, Buffer.alloc(1024 * 1024));

  const body = await bookingRequest(sandbox);
  for (let count = 0; count < Number(creates); count += concurrency) await createConcurrently(sandbox, { body, tally });
  const whileFull = await sandbox.findFaults();
  rmSync(ballast);
  const recovered = await becomesReady(sandbox);
  const before = tally.created.length;
  await createConcurrently(sandbox, { body, tally });
  const createdAfter = tally.created.length - before;
  const lost = await countLost(sandbox, tally.created);

  const tried = [...tally.statuses.values()].reduce((sum, count) => sum + count, 0);
  const others = tried - (tally.statuses.get(201) ?? 0) - (tally.statuses.get(503) ?? 0);
  const statuses = [...tally.statuses].map(([status, count]) => `${count} × ${status}`).join(', ');
  const isReported = whileFull.some((fault) => fault.includes('database_full'));
  return [
    { attack: 'full disk: a create that gets neither 201 nor 503', tried, through: others, note: statuses },
    { attack: 'full disk: ready while writes fail', tried: 1, through: isReported ? 0 : 1 },
    {
      attack: 'full disk: not ready, or no booking created, after space was freed',
      tried: 2,
      through: Number(!recovered) + Number(createdAfter < concurrency),
    },
    { attack: 'full disk: a booking that got a 201 is lost', tried: tally.created.length, through: lost },
  ];
}

async function createConcurrently(
  sandbox: StartedSandbox,
  { body, tally }: { body: unknown; tally: Tally },
): Promise<void> {
  const responses = Array.from({ length: concurrency }, () => callService(sandbox, 'POST /v1/bookings', body));
  for (const { status, json } of await Promise.all(responses)) {
    tally.statuses.set(status, (tally.statuses.get(status) ?? 0) + 1);
    // The wire tests check the response against the contract.
    if (status === 201) tally.created.push((json as { id: string }).id);
  }
}

async function countLost(sandbox: StartedSandbox, ids: readonly string[]): Promise<number> {
  let lost = 0;
  for (const id of ids) if ((await callService(sandbox, `GET /v1/bookings/${id}`)).status !== 200) lost += 1;
  return lost;
}

async function becomesReady(sandbox: StartedSandbox): Promise<boolean> {
  for (let tries = 0; tries < 100; tries += 1) {
    if (!(await sandbox.findFaults()).some((fault) => fault.includes('not ready'))) return true;
    await pause(100);
  }
  return false;
}

/** The body of a create: tomorrow's first slot at a venue that confirms. */
async function bookingRequest(sandbox: StartedSandbox): Promise<unknown> {
  const date = new Date(Date.now() + 24 * 3600 * 1000).toISOString().slice(0, 10);
  const search = { venue_id: 'ven_harbour_table', date, party_size: 2 };
  const { json } = await callService(sandbox, 'POST /v1/availability/search', search);
  // The wire tests check the response against the contract.
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
