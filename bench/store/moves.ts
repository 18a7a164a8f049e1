/**
 * Measures how long the writes of an organization are refused while it moves between two databases, under creates of its own. It moves
 * back and forth.
 */
import { setTimeout as pause } from 'node:timers/promises';
import {
  createOrganization,
  createSealing,
  openPostgresCells,
  type PostgresCell,
  type Store,
} from '@booking-service/server';
// @boundaries-ignore the published package does not export the move
import { moveOrganization } from '../../packages/server/src/store/moves/move-organization.ts';
// @boundaries-ignore benchmarks use the PostgreSQL server of the tests
import { startPostgresServer } from '../../packages/server/test/support/postgres/postgres-server.ts';
import { amount } from '../smoke.ts';
import { callers, median, newCreate } from './creates.ts';

const bookings = amount(10_000, 50);
const moves = amount(4, 2);
/** The creates that are under way during a move, and the pause of each caller between two. */
const creating = 4;
const pause_ms = 20;
/** Writes may be refused this long. */
const goal_ms = 1_000;

export async function runMoves(): Promise<string> {
  await using opened = new AsyncDisposableStack();
  const urls = [opened.use(await startPostgresServer()).url, opened.use(await startPostgresServer()).url];
  const [one, two] = urls.map((url, index): PostgresCell => ({ name: `cell-${index + 1}`, number: index + 1, url }));
  if (!one || !two) throw new Error('Two servers are two cells.');
  const store = opened.use(await openPostgresCells([one, two], { sealing: createSealing(new Uint8Array(32)) }));
  const target = { ...store, chooseCell: async () => 1 };
  const { organization_id } = await createOrganization(target, { name: 'Diner', webhook_url: null }, new Date());
  let left = bookings;
  const fill = async () => {
    for (; left > 0; left -= 1) await store.createBooking(newRows(organization_id));
  };
  await Promise.all(Array.from({ length: callers }, fill));

  const counts = { created: 0, refused: 0 };
  const ending = new AbortController();
  const create = async () => {
    for (; !ending.signal.aborted; await pause(pause_ms)) await createOnce(store, { organization_id, counts });
  };
  const running = Promise.all(Array.from({ length: creating }, create));
  const frozen: number[] = [];
  let rows = 0;
  for (let move = 0; move < moves; move += 1) {
    const [source, to] = move % 2 === 0 ? [one, two] : [two, one];
    const moved = await moveOrganization({ organization_id, source, target: to, delete_after_ms: 0 });
    frozen.push(moved.frozen_ms ?? Number.NaN);
    rows = moved.rows ?? rows;
  }
  ending.abort();
  await running;
  const longest = Math.max(...frozen);
  return [
    `store: ${moves} moves of an organization with ${bookings} bookings (${rows} rows at the end), ${creating} callers`,
    `  created ${counts.created}, refused ${counts.refused}`,
    `  refused for ${median(frozen).toFixed(0)} ms (median), ${longest.toFixed(0)} ms at most, goal ${goal_ms}: ${longest > goal_ms ? 'MISSED' : 'held'}`,
  ].join('\n');
}

/** A create that is refused is repeated later, as a client does. */
async function createOnce(
  store: Store,
  {
    organization_id,
    counts,
  }: { readonly organization_id: string; readonly counts: { created: number; refused: number } },
): Promise<void> {
  try {
    await store.createBooking(newRows(organization_id));
    counts.created += 1;
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'BusyError') throw error;
    counts.refused += 1;
  }
}

/** A create without work at a provider: no worker runs here, and a service has few runs at a time. */
function newRows(organization_id: string): ReturnType<typeof newCreate> {
  const { run: _run, ...rows } = newCreate(organization_id);
  return rows;
}
