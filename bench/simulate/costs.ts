import { readFile, writeFile } from 'node:fs/promises';

/** What one step uses. */
export interface Cost {
  /** CPU time of the instance's thread. */
  readonly instance_us: number;
  /** CPU time of the database's backends. */
  readonly database_us: number;
  readonly wal_bytes: number;
  /** CPU time of the client that sends a create, or of the receiver of a webhook. */
  readonly outside_us: number;
}

/** Measured by `npm run simulate -- --measure`, each step alone. */
export interface Costs {
  /** POST /v1/bookings without a webhook URL: admit, createBooking. */
  readonly create: Cost;
  /** A run: its claim, findBooking, changeBooking. */
  readonly run: Cost;
  /** A delivery: its insert, its turn, its claim, the request, its record. */
  readonly delivery: Cost;
}

const file = new URL('costs.json', import.meta.url);

export async function readCosts(): Promise<Costs> {
  // Written by writeCosts.
  return JSON.parse(await readFile(file, 'utf8')) as Costs;
}

export async function writeCosts(costs: Costs): Promise<void> {
  await writeFile(file, `${JSON.stringify(costs, undefined, 2)}\n`);
}
