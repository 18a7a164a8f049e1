/** Migrations of databases that have rows. */
import { describe, expect, it } from 'vitest';
import { baseEngines, makeDatabase, type BaseEngine, type TestDatabase } from '../support/engines.ts';

const created = '2026-11-21T09:30:00.000Z';
const started = '2026-11-21T09:30:30.000Z';

/** The last migration before each change. */
const before = {
  livemode: { sqlite: 8, postgres: 4 },
  organizationKeys: { sqlite: 9, postgres: 5 },
} as const;

/** The columns of a table that one engine alone has, with their values. */
const only: Readonly<Record<BaseEngine, { bookings: string; values: string; scopes: string; recent: string }>> = {
  // SQLite generates these columns from the document.
  sqlite: { bookings: '', values: '', scopes: `'["venues:read"]'`, recent: `'["${created}"]'` },
  postgres: { bookings: ', status', values: `, 'processing'`, scopes: `'{venues:read}'`, recent: `'{${created}}'` },
};

function insertOrganization(id: string): string {
  return `
    INSERT INTO organizations (id, name, created, webhook_url, signing_secret, rate_limit, test_allowance)
    VALUES ('${id}', 'Diner', '${created}', 'https://diner.test/', 'sealed', 300, 100);`;
}

/** Inserts a row of this organization into every table that has an organization. */
function insertAll(engine: BaseEngine, name: string): string {
  // The opening of an embedded store ends all leases.
  const lease = engine === 'sqlite' ? 'NULL, NULL' : `'${started}', 'lease_a'`;
  const { bookings, values, scopes, recent } = only[engine];
  const organization = `'org_${name}'`;
  return `
    ${insertOrganization(`org_${name}`)}
    INSERT INTO api_keys (id, organization_id, digest, mode, scopes, created)
    VALUES ('key_${name}', ${organization}, 'digest_${name}', 'test', ${scopes}, '${created}');
    INSERT INTO bookings (id, organization_id, version, step, livemode, document${bookings})
    VALUES ('bkg_${name}', ${organization}, 3, 2, TRUE, '{"status":"processing"}'${values});
    INSERT INTO idempotency_keys (organization_id, livemode, idempotency_key, booking_id)
    VALUES (${organization}, TRUE, 'order-1', 'bkg_${name}');
    INSERT INTO runs (booking_id, organization_id, provider, step, answer, changes, attempt, ready, due_at, lease_until,
      lease_token, began, failures, failing_since)
    VALUES ('bkg_${name}', ${organization}, 'sandbox', 2, '{"a":1}', '{"party_size":4}', 1, FALSE, '${created}',
      ${lease}, '${created}', 5, '${created}');
    INSERT INTO events (id, organization_id, booking_id, type, created, payload)
    VALUES ('evt_${name}', ${organization}, 'bkg_${name}', 'booking.created', '${created}', '{"id":"evt_${name}"}');
    INSERT INTO deliveries (id, event_id, organization_id, state, attempts, attempts_allowed, due_at, lease_until, lease_token)
    VALUES ('dlv_${name}', 'evt_${name}', ${organization}, 'pending', 2, 4, '${created}', ${lease});
    INSERT INTO delivery_attempts
      (delivery_id, attempt, request_headers, started, duration_ms, status, error, answer)
    VALUES ('dlv_${name}', 1, '{"A":"b"}', '${started}', 3, 500, NULL, 'no'),
      ('dlv_${name}', 2, NULL, '${started}', 4, NULL, 'timeout', NULL);
    INSERT INTO delivery_queues (organization_id, next_turn_at, oldest_due_at, slow, lease_until, lease_token)
    VALUES (${organization}, '${created}', '${created}', TRUE, ${lease});
    INSERT INTO sessions
      (id, organization_id, version, document, session_reference, card_reference, verified_at)
    VALUES ('ses_${name}', ${organization}, 2, '{"id":"ses_${name}"}', 'ref', 'card', '${created}');
    INSERT INTO session_creations (organization_id, destination, recent, latest)
    VALUES (${organization}, 'digest', ${recent}, '${created}');`;
}

const tables = [
  'organizations',
  'api_keys',
  'bookings',
  'idempotency_keys',
  'runs',
  'events',
  'deliveries',
  'delivery_attempts',
  'delivery_queues',
  'sessions',
  'session_creations',
];

async function readTables(database: TestDatabase): Promise<Record<string, Record<string, unknown>[]>> {
  const rows: Record<string, Record<string, unknown>[]> = {};
  for (const table of tables) {
    const found = await database.query(`SELECT * FROM ${table}`);
    // The number of a row, which some tables had on PostgreSQL.
    rows[table] = found
      .map(({ number: _number, ...row }) => row)
      .toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  }
  return rows;
}

describe.each(baseEngines)('%s', (engine) => {
  it('STA-12: keeps every row of a database from before organization_id was in every key', async () => {
    await using database = await makeDatabase(engine, { tables: false });
    await database.createAt(before.organizationKeys[engine]);
    await database.execute(`${insertAll(engine, 'a')} ${insertAll(engine, 'b')}`);
    const kept = await readTables(database);
    await (await database.open())[Symbol.asyncDispose]();
    const found = await readTables(database);
    for (const table of tables) {
      const rows = kept[table]?.map((row) => expect.objectContaining(row));
      expect({ table, rows: found[table] }).toEqual({ table, rows });
      expect({ table, rows }).toMatchObject({ rows: { length: table === 'delivery_attempts' ? 4 : 2 } });
    }
    // A later migration copies these from the event and the last attempt.
    expect(found['deliveries']).toMatchObject(
      Array.from({ length: 2 }, () => ({ event_type: 'booking.created', status_class: 'no_response' })),
    );
    const attempts = found['delivery_attempts']?.map(({ organization_id, delivery_id }) => [
      organization_id,
      delivery_id,
    ]);
    expect(attempts?.toSorted()).toEqual([
      ['org_a', 'dlv_a'],
      ['org_a', 'dlv_a'],
      ['org_b', 'dlv_b'],
      ['org_b', 'dlv_b'],
    ]);
  });

  it('BKG-10: gives earlier bookings the livemode of their documents', async () => {
    await using database = await makeDatabase(engine, { tables: false });
    await database.createAt(before.livemode[engine]);
    await database.execute(insertOrganization('org_a'));
    const { bookings, values } = only[engine];
    for (const livemode of [true, false]) {
      // The caller's words after it have the text of the other value.
      const document = JSON.stringify({ livemode, status: 'processing', note: `"livemode":${!livemode}` });
      await database.execute(`
        INSERT INTO bookings (id, organization_id, version, step, document${bookings})
        VALUES ('bkg_${livemode}', 'org_a', 1, 1, '${document}'${values})`);
    }
    await using store = await database.open();
    const found = [true, false].map(async (livemode) => {
      const text = await store.findBookingText({ organization_id: 'org_a', id: `bkg_${livemode}` });
      return text?.livemode;
    });
    expect(await Promise.all(found)).toEqual([true, false]);
  });
});
