/** The codes of the catalogue in the sandbox, each produced as it describes, and the public API keys of a sandbox elsewhere. */
import {
  access,
  type AnyErrorCode,
  type Booking,
  errorCatalogue,
  type KeyMode,
  sandbox,
  type Session,
} from '@booking-service/contract';
import { describe, expect, it } from 'vitest';
import { type CallOptions, openWorld, type World } from '../../src/testing.ts';
import { newBooking } from '../support/new-booking.ts';
import { runCommandLine } from '../../src/command/run-command-line.ts';
import { publicKey } from '../../src/domain/contract.ts';
import { createSealing, openSqliteStore } from '../../src/index.ts';
import { openSandboxSealing } from '../../src/command/open-store.ts';
import { engines, makePostgresDatabase, openWorldOn } from '../support/engines.ts';
import { openFolder } from '../support/processes/server-process.ts';

/** Sends a request, records it, and returns the code of the response, in whichever field it is. */
type Walk = (openedSandbox: Sandbox) => Promise<Met>;

/** The place of a code: a response with this status, or a booking. */
type Met = { readonly code: unknown; readonly status: number | 'booking' };

interface Sandbox {
  readonly call: World['call'];
  readonly advance: (ms: number) => Promise<void>;
}

const search = (options: CallOptions): Walk => refusal('POST', '/v1/venues/search', { body: {}, ...options });

function refusal(method: string, path: string, options: CallOptions = {}): Walk {
  return async ({ call }) => codeOf(await call(method, path, options));
}

function codeOf({ status, body }: { status: number; body: Record<string, unknown> }): Met {
  return { code: body['error_code'] ?? body['error'], status };
}

function bookingAt(place: string, more: object = {}) {
  return { ...newBooking({ venue: place, date: '2026-11-22' }), ...more };
}

function create(place: string, more: object = {}): Walk {
  return refusal('POST', '/v1/bookings', { body: bookingAt(place, more) });
}

const paid = { payment_collection: 'cardservice_external' };

/** Makes a booking, continues it as long as it requires an action, and returns its end. */
function booking(place: string, { more = {}, code = '424242' }: { more?: object; code?: string } = {}): Walk {
  return async ({ call, advance }) => {
    const made = await call<Booking>('POST', '/v1/bookings', { body: bookingAt(place, more) });
    for (let found = made.body; ; found = (await call<Booking>('GET', `/v1/bookings/${made.body.id}`)).body) {
      if (found.status === 'failed') return { code: found.error_code, status: 'booking' };
      if (found.next_action) {
        const { type } = found.next_action;
        const body = type === 'enter_code' ? { type, code } : { type };
        await call('POST', `/v1/bookings/${found.id}/continue`, { body });
      } else if (found.status !== 'processing') return { code: found.status, status: 'booking' };
      await advance(2_000);
    }
  };
}

/** Makes a booking at a venue that confirms at once, and sends a request about it. */
function onBooking(place: string, action: string, { body, key }: { body?: object; key?: string } = {}): Walk {
  return async ({ call }) => {
    const made = await call<Booking>('POST', '/v1/bookings', { body: bookingAt(place), ...(key && { key }) });
    const path = `/v1/bookings/${made.body.id}${action}`;
    return codeOf(await call(body ? 'POST' : 'GET', path, body ? { body } : {}));
  };
}

/** Starts a session, tries codes on it one after the other, with time between, and returns the last response. */
function session(
  codes: readonly string[],
  { destination = 'ada@diner.test', after_ms = 0, thenCard = false } = {},
): Walk {
  return async ({ call, advance }) => {
    const body = { channel: 'email', destination };
    const { id } = (await call<Session>('POST', '/v1/sessions', { key: 'live', body })).body;
    await advance(after_ms);
    let last: Met | undefined;
    for (const code of codes)
      last = codeOf(await call('POST', `/v1/sessions/${id}/verify`, { key: 'live', body: { code } }));
    if (!thenCard && last) return last;
    return codeOf(await call('GET', `/v1/sessions/${id}/card`, { key: 'live' }));
  };
}

const wrong = '111111';
const unknownBooking = '/v1/bookings/bkg_5f0c1f2e3d4b4a5968778695a4b3c2d1';

/** The walks of a code whose description names more than a venue: one for each place of the code, the response first. */
const walks: Readonly<Partial<Record<AnyErrorCode, readonly Walk[]>>> = {
  invalid_request: [create('harbour_table', { party_size: 0 })],
  unauthorized: [search({ key: 'sk_test_nobody' })],
  billing_required: [
    async (openedSandbox) => {
      const unbilled = await search({ key: 'sk_test_sandbox_unbilled' })(openedSandbox);
      const unentitled = await search({ key: 'sk_test_sandbox_unentitled' })(openedSandbox);
      return unbilled.code === unentitled.code ? unentitled : unbilled;
    },
  ],
  free_tier_exhausted: [search({ key: 'sk_test_sandbox_used_up' })],
  insufficient_scope: [search({ key: 'sk_test_sandbox_no_scopes' })],
  org_suspended: [search({ key: 'sk_test_sandbox_suspended' })],
  wrong_key_environment: [onBooking('express_counter', '', { key: 'live' })],
  live_key_required: [refusal('POST', '/v1/sessions', { body: { channel: 'email', destination: 'ada@diner.test' } })],
  cardservice_disabled: [create('no_card_service', paid)],
  not_found: [refusal('GET', unknownBooking)],
  method_not_allowed: [refusal('DELETE', unknownBooking)],
  slot_not_offered: [create('fully_booked'), booking('last_seat')],
  invalid_state: [onBooking('express_counter', '/continue', { body: { type: 'enter_code', code: wrong } })],
  reconnect_required: [session(['424242'], { destination: 'dropped@card.test', thenCard: true })],
  session_not_verified: [session([], { thenCard: true })],
  payload_too_large: [refusal('POST', '/v1/venues/search', { text: '{}'.padEnd(65_537) })],
  unsupported_media_type: [
    refusal('POST', '/v1/venues/search', { text: '{}', headers: { 'Content-Type': 'text/plain' } }),
  ],
  modify_unsupported: [onBooking('fixed_menu', '/modify', { body: { party_size: 3 } })],
  modification_refused: [onBooking('firm_hand', '/modify', { body: { party_size: 3 } })],
  invalid_code: [session([wrong]), booking('code_house', { code: wrong })],
  session_expired: [session(['424242'], { after_ms: 600_001 })],
  too_many_attempts: [session([wrong, wrong, wrong, wrong, wrong, '424242'])],
  rate_limited: [
    async (openedSandbox) => {
      await search({ key: 'sk_test_sandbox_limited' })(openedSandbox);
      return search({ key: 'sk_test_sandbox_limited' })(openedSandbox);
    },
  ],
  internal_error: [search({ body: { query: 'sandbox internal error' } })],
  search_failed: [search({ body: { query: 'sandbox search failed' } })],
  availability_failed: [
    refusal('POST', '/v1/availability/search', {
      body: { venue_id: 'ven_silent_phone', date: '2026-11-22', party_size: 2 },
    }),
  ],
  payment_setup_failed: [create('payment_setup', paid)],
  no_search_provider: [search({ body: { query: 'sandbox no provider' } })],
  billing_check_unavailable: [search({ key: 'sk_test_sandbox_billing_down' })],
  entitlement_check_unavailable: [search({ key: 'sk_test_sandbox_entitlement_down' })],
  vault_unavailable: [create('vault_down', paid)],
  payment_declined: [booking('payment_declined', { more: paid })],
  payment_approval_expired: [booking('approval_expired', { more: paid })],
  payment_outcome_unknown: [booking('outcome_unknown', { more: paid })],
  payment_replay_failed: [booking('replay_failed', { more: paid })],
  card_declined: [booking('card_declined', { more: paid })],
};

/** Creates a booking at the venue that the description names, and follows it where the code is one of bookings. */
function walksOf(code: AnyErrorCode): readonly Walk[] {
  const { sandbox: openedSandbox, stands_in } = errorCatalogue[code];
  const [, venue = ''] = /ven_(\w+)/.exec(openedSandbox) ?? [];
  return walks[code] ?? stands_in.map((place) => (place === 'booking' ? booking(venue) : create(venue)));
}

const rows = (Object.keys(errorCatalogue) as AnyErrorCode[]).map((code) => ({
  code,
  sentence: errorCatalogue[code].sandbox,
}));

it.each(rows)('ERR-6 ERR-5: $code is met in the sandbox: $sentence', async ({ code, sentence }) => {
  await using world = await openWorld();
  await world.addMagicOrganizations();
  const sent: string[] = [];
  const openedSandbox: Sandbox = {
    call(method, path, options = {}) {
      sent.push(JSON.stringify([method, path, options]));
      return world.call(method, path, options);
    },
    advance: (ms) => world.clock.advance(ms),
  };
  const met: Met[] = [];
  for (const walk of walksOf(code)) met.push(await walk(openedSandbox));

  const { stands_in, status } = { status: undefined, ...errorCatalogue[code] };
  const expected = stands_in.map((place) => ({ code, status: place === 'booking' ? place : status }));
  expect(met).toEqual(expected);
  const named = sentence.match(/ven_\w+|sk_\w+|\S+@\S+\.test|(?<=")[^"]+(?=")/g) ?? [];
  for (const value of named) expect(sent.join('\n')).toContain(value);
});

const keyModes = Object.keys(access.key_modes) as KeyMode[];
const publicKeys = sandbox.organizations.flatMap(({ name }) => keyModes.map((mode) => publicKey(mode, name)));
const unauthorized = { status: 401, body: { error: 'unauthorized' } };

describe('public keys', () => {
  describe.each(engines)('%s', (engine) => {
    it('AUT-1 AUT-7: refuses every public key outside a sandbox, even if the database contains it', async () => {
      await using world = await openWorldOn(engine, { acceptPublicKeys: false });
      await world.addMagicOrganizations();
      for (const key of publicKeys) {
        expect(await world.call('POST', '/v1/venues/search', { key, body: {} })).toMatchObject(unauthorized);
        expect(await world.call('GET', '/v1/sessions/card', { key })).toMatchObject(unauthorized);
      }
      expect((await world.call('POST', '/v1/venues/search', { body: {} })).status).toBe(200);
    });
  });

  it('AUT-1: accepts public keys in a sandbox', async () => {
    await using world = await openWorld();
    await world.addMagicOrganizations();
    for (const key of publicKeys) {
      expect((await world.call('POST', '/v1/venues/search', { key, body: {} })).status).not.toBe(401);
    }
  });

  it('AUT-7: refuses to transfer the folder of a sandbox, and leaves the database unchanged', async () => {
    await using folder = await openFolder();
    await using database = await makePostgresDatabase();
    const store = openSqliteStore(folder.path, { sealing: (sealed) => openSandboxSealing(folder.path, sealed) });
    await store[Symbol.asyncDispose]();
    const { exitCode, text } = await transfer(folder.path, { ...database, sealing_key: new Uint8Array(32) });
    expect({ exitCode, text }).toEqual({ exitCode: 1, text: expect.stringContaining('is the folder of a sandbox') });
    expect(text).toContain('booking-service migrate');
    expect(await database.query(`SELECT tablename FROM pg_tables WHERE schemaname = 'public'`)).toEqual([]);
  });

  it('AUT-7: refuses to transfer a folder with a public key, names the key, and transfers the folder once all are revoked', async () => {
    await using folder = await openFolder();
    await using database = await makePostgresDatabase();
    const sealing_key = new Uint8Array(32).fill(7);
    {
      await using store = openSqliteStore(folder.path, { sealing: createSealing(sealing_key) });
      await using world = await openWorld({ store });
      await world.addMagicOrganizations();
    }
    const using = { ...database, sealing_key };
    const names = sandbox.organizations.map(({ name }) => name).toSorted();
    const { exitCode, text } = await transfer(folder.path, using);
    const first = `key_live_org_sandbox_${names[0]}`;
    expect({ exitCode, text }).toEqual({ exitCode: 1, text: expect.stringContaining(`key revoke ${first}`) });
    expect(text).toContain(`${publicKeys.length} public API keys`);
    expect(await database.query(`SELECT tablename FROM pg_tables WHERE schemaname = 'public'`)).toEqual([]);

    for (const name of names) {
      for (const mode of keyModes) {
        await runCommandLine(['key', 'revoke', `key_${mode}_org_sandbox_${name}`, '--data', folder.path], {});
      }
    }
    expect((await transfer(folder.path, using)).exitCode).toBe(0);
  });
});

/** Runs the command on the folder, with its sealing key. */
function transfer(data: string, { url, sealing_key }: { url: string; sealing_key: Uint8Array }) {
  return runCommandLine(['transfer', '--data', data], {
    BOOKING_SERVICE_DATABASE: url,
    BOOKING_SERVICE_SEALING_KEY: Buffer.from(sealing_key).toString('base64'),
  });
}
