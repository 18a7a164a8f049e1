/** A database of the first version of the program, with signing secrets in clear text. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { apiKeyDigest, newApiKey } from '../../src/domain/ids.ts';

const firstMigration = new URL('../../migrations/sqlite/0001_start.sql', import.meta.url);
const created = '2026-11-21T09:00:00.000Z';

export interface OldDatabase {
  readonly secrets: { readonly org_a: string; readonly org_b: string };
  /** The keys of org_a. */
  readonly keys: { readonly test: string; readonly live: string };
}

/**
 * Creates the database in this folder, with the organizations org_a and org_b and a due delivery of org_a. Unused pages contain
 * old copies of both secrets.
 */
export function makeOldDatabase(folder: string): OldDatabase {
  using db = new DatabaseSync(join(folder, 'booking-service.db'));
  const secrets = { org_a: `whsec_${'a'.repeat(43)}`, org_b: `whsec_${'b'.repeat(43)}` };
  const keys = { test: newApiKey('test'), live: newApiKey('live') };
  db.exec(readFileSync(firstMigration, 'utf8'));
  db.exec('PRAGMA user_version = 1; BEGIN');
  const insertOrganization = db.prepare(`
    INSERT INTO organizations (id, name, created, webhook_url, signing_secret, rate_limit, test_allowance)
    VALUES (?, 'Diner', '${created}', ?, ?, 300, 100)`);
  for (let index = 0; index < 200; index += 1) {
    insertOrganization.run(`org_gone_${index}`, null, index % 2 === 0 ? secrets.org_a : secrets.org_b);
  }
  db.exec(`DELETE FROM organizations WHERE id LIKE 'org_gone_%'`);
  insertOrganization.run('org_a', 'https://diner.test/webhooks', secrets.org_a);
  insertOrganization.run('org_b', null, secrets.org_b);
  const insertKey = db.prepare(`
    INSERT INTO api_keys (id, organization_id, digest, mode, scopes, created)
    VALUES (?, 'org_a', ?, ?, '["venues:read"]', '${created}')`);
  for (const mode of ['test', 'live'] as const) insertKey.run(`key_${mode}`, apiKeyDigest(keys[mode]), mode);
  db.exec(`
    INSERT INTO bookings (id, organization_id, version, step, document)
    VALUES ('bkg_a', 'org_a', 1, 1, '{"status":"processing"}');
    INSERT INTO events (id, organization_id, booking_id, type, created, payload)
    VALUES ('evt_a', 'org_a', 'bkg_a', 'booking.created', '${created}', '{}');
    INSERT INTO deliveries (id, event_id, organization_id, state, due_at)
    VALUES ('dlv_a', 'evt_a', 'org_a', 'pending', '${created}');
    COMMIT`);
  return { secrets, keys };
}
