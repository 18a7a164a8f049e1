/** Fills a database with one organization that has many bookings, each with an event, a delivery and an attempt. */
import { createOrganization, type Store } from '@booking-service/server';
import type { EngineName, Place } from '../growth/engines/place.ts';

export interface Planted extends AsyncDisposable {
  readonly place: Place;
  readonly store: Store;
  readonly rows: number;
  readonly organization_id: string;
  /** A booking in the middle of the lists, with its delivery. */
  readonly middle: {
    readonly booking_id: string;
    readonly delivery_id: string;
    readonly confirmation_code: string;
    readonly at: Date;
  };
  readonly now: Date;
}

const name = 'Lists';
/** The time of the first row. One row follows in each tenth of a second, so that the largest size is of 28 hours. */
const [start_ms, step_ms] = [Date.parse('2026-11-20T00:00:00.000Z'), 100];

/** Opens the store of a planted database. Plants it, unless an earlier run has. */
export async function openPlanted(
  place: Place,
  { rows, engine }: { rows: number; engine: EngineName },
): Promise<Planted> {
  const store = await place.openStore();
  const [found] = await store.listOrganizations();
  const organization_id = found?.id ?? (await create(store));
  if (!found) for (const statement of statements[engine](organization_id, rows)) await place.query(statement);
  const number = Math.floor(rows / 2) + 1;
  const at = new Date(start_ms + number * step_ms);
  const digits = at.getTime().toString(16).padStart(12, '0') + number.toString(16).padStart(20, '0');
  return {
    place,
    store,
    rows,
    organization_id,
    middle: {
      booking_id: `bkg_${digits}`,
      delivery_id: `dlv_${digits}`,
      confirmation_code: `CODE-${number}`,
      at,
    },
    now: new Date(start_ms + (rows + 1) * step_ms),
    [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
  };
}

async function create(store: Store): Promise<string> {
  const webhook_url = 'https://diner.test/webhooks';
  return (await createOrganization(store, { name, webhook_url }, new Date(start_ms))).organization_id;
}

/** The values of row `i`, by engine: how the engine writes the digits of an id and a time. */
interface Dialect {
  readonly numbers: (rows: number) => string;
  readonly digits: string;
  readonly time: string;
  readonly json: (fields: readonly (readonly [string, string])[]) => string;
}

const ms = `(${start_ms} + i * ${step_ms})`;
const dialects: Readonly<Record<EngineName, Dialect>> = {
  sqlite: {
    numbers: (rows) =>
      `(WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${rows}) SELECT i FROM n)`,
    digits: `printf('%012x%020x', ${ms}, i)`,
    time: `strftime('%Y-%m-%dT%H:%M:%fZ', ${ms} / 1000.0, 'unixepoch')`,
    json: (fields) => `json_object(${fields.map(([field, value]) => `'${field}', ${value}`).join(', ')})`,
  },
  postgres: {
    numbers: (rows) => `generate_series(1, ${rows}) AS n (i)`,
    digits: `lpad(to_hex(${ms}), 12, '0') || lpad(to_hex(i), 20, '0')`,
    time: `to_char(to_timestamp(${ms} / 1000.0) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
    json: (fields) => `json_build_object(${fields.map(([field, value]) => `'${field}', ${value}`).join(', ')})`,
  },
};

/** One of a hundred rows has a rare value, so that the smallest database has a page of them. */
const isRare = 'i % 100 = 1';
const status = `CASE WHEN ${isRare} THEN 'failed' WHEN i % 100 = 2 THEN 'expired' ELSE 'confirmed' END`;
const type = `CASE WHEN i % 100 = 3 THEN 'booking.modified' ELSE 'booking.created' END`;
const state = `CASE WHEN ${isRare} THEN 'abandoned' ELSE 'succeeded' END`;
const code = `CASE WHEN i % 2 = 0 THEN 'MANY' ELSE 'CODE-' || i END`;

const statements: Readonly<Record<EngineName, (organization_id: string, rows: number) => string[]>> = {
  sqlite: (id, rows) => inserts('sqlite', id, rows),
  postgres: (id, rows) => [
    `SELECT create_history_partitions(${start_ms}, ${start_ms + rows * step_ms})`,
    ...inserts('postgres', id, rows),
    'VACUUM ANALYZE',
  ],
};

function inserts(engine: EngineName, organization_id: string, rows: number): string[] {
  const { numbers, digits, time, json } = dialects[engine];
  const from = `FROM ${numbers(rows)}`;
  const own = `'${organization_id}'`;
  const provider = `CASE WHEN ${isRare} THEN 'rare' ELSE 'sandbox' END`;
  // SQLite generates the status from the document.
  const columns = {
    ...(engine === 'postgres' && { status }),
    provider,
    created: time,
    confirmation_code: code,
  };
  const document = json([
    ['id', `'bkg_' || ${digits}`],
    ['object', `'booking'`],
    ['status', status],
    ['provider', provider],
    ['livemode', engine === 'sqlite' ? `json('false')` : 'false'],
    ['created', time],
    ['updated', time],
    ['venue_id', `'ven_harbour_table'`],
    ['slot_id', `'slt_harbour_table_20261121T1900'`],
    ['party_size', '2'],
    [
      'guest',
      json([
        ['first_name', `'Ada'`],
        ['email', `'ada@diner.test'`],
      ]),
    ],
    ['metadata', json([])],
    ['confirmation_code', code],
  ]);
  return [
    `INSERT INTO bookings (organization_id, id, version, step, livemode, document${Object.keys(columns)
      .map((column) => `, ${column}`)
      .join('')})
      SELECT ${own}, 'bkg_' || ${digits}, 1, 1, FALSE, ${document}${Object.values(columns)
        .map((value) => `, ${value}`)
        .join('')} ${from}`,
    `INSERT INTO idempotency_keys (organization_id, livemode, idempotency_key, booking_id)
      SELECT ${own}, FALSE, 'bkg_' || ${digits}, 'bkg_' || ${digits} ${from}`,
    `INSERT INTO events (organization_id, id, booking_id, type, created, payload)
      SELECT ${own}, 'evt_' || ${digits}, 'bkg_' || ${digits}, ${type}, ${time},
        '{"data":{"object":{"status":"confirmed"}}}' ${from}`,
    `INSERT INTO deliveries
        (organization_id, id, event_id, event_type, state, status_class, attempts, attempts_allowed, due_at)
      SELECT ${own}, 'dlv_' || ${digits}, 'evt_' || ${digits}, ${type}, ${state},
        CASE WHEN ${isRare} THEN '5xx' ELSE '2xx' END, 1, 4, ${time} ${from}`,
    `INSERT INTO delivery_attempts
        (organization_id, delivery_id, attempt, request_headers, started, duration_ms, status, answer)
      SELECT ${own}, 'dlv_' || ${digits}, 1, '{"User-Agent":"booking-service"}', ${time}, 12,
        CASE WHEN ${isRare} THEN 500 ELSE 204 END, 'seen' ${from}`,
  ];
}
