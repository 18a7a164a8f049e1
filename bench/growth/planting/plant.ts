/** Fills a database with organizations of one shape, whose events are delivered, and later with due work for each of them. */
import type { Place } from '../engines/place.ts';
import { addDone, addDue, usualShape, type Shape } from './add-organization.ts';
import { organizationId, tagOf } from './planted-ids.ts';

export interface Planting {
  readonly bookings: number;
  /** The contents of each organization. Default: 10 bookings with 5 events each. */
  readonly shape?: Shape;
  readonly onProgress: (what: string) => void;
}

/** Plants the bookings, unless an earlier run has. */
export async function plantDone(place: Place, { bookings, shape = usualShape, onProgress }: Planting): Promise<void> {
  // Migrates an empty database.
  await (await place.openStore())[Symbol.asyncDispose]();
  if (await hasRow(place, `status = 'confirmed'`)) return;
  await addSaved(place, shape);
  await place.saveRows('done');
  await place.saveRows('due');
  await place.copy('done', {
    from: 1,
    to: bookings / shape.bookings,
    tables: {},
    onTable: (table) => onProgress(`planting ${bookings} bookings: ${table}`),
  });
}

/** Plants 10 due deliveries and 10 due runs for each organization: by default as many as there are bookings. */
export async function plantDue(place: Place, { bookings, shape = usualShape, onProgress }: Planting): Promise<void> {
  if (await hasRow(place, `status = 'requires_action'`)) return;
  await place.copy('due', {
    from: 1,
    to: bookings / shape.bookings,
    tables: { organizations: 'keep', api_keys: 'keep', delivery_counts: 'keep', delivery_queues: 'replace' },
    onTable: (table) => onProgress(`planting due deliveries and runs beside ${bookings} bookings: ${table}`),
  });
}

async function addSaved(place: Place, shape: Shape): Promise<void> {
  await using store = await place.openStore();
  const now = new Date();
  await addDone(store, now, shape);
  await addDue(store, now);
}

/** True if the first copy has such a booking. */
async function hasRow(place: Place, condition: string): Promise<boolean> {
  const owner = organizationId(tagOf(1));
  const rows = await place.query(`SELECT id FROM bookings WHERE organization_id = '${owner}' AND ${condition} LIMIT 1`);
  return rows.length > 0;
}
