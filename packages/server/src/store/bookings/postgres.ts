import type { Booking } from '@booking-service/contract';
import { noOrigin } from '@booking-service/kernel/contract';
import {
  type Database,
  eventFields,
  groupCalls,
  jsonArgument,
  type Statement,
} from '@booking-service/kernel/store/postgres';
import type { TestAllowance } from '../../domain/booking.ts';
import { Refusal } from '../../domain/contract.ts';
import type { RunNotices } from '../runs/postgres.ts';
import { isReady, type NewRun } from '../runs/port.ts';
import {
  type AcceptedBooking,
  type BookingCreation,
  type BookingKey,
  type BookingReads,
  type BookingText,
  type BookingWrites,
  paymentColumns,
  runsOf,
  selectTestAllowance,
  type StoredBooking,
} from './port.ts';

/**
 * The columns of a stored booking, for `bookings b` of the organization $1. `working` is a scalar: for an EXISTS the planner may read
 * all of `runs`.
 */
const bookingColumns = `b.organization_id, b.version, b.step, b.document,
  (SELECT TRUE FROM runs r WHERE r.organization_id = $1 AND r.booking_id = b.id LIMIT 1) IS TRUE AS working`;

interface BookingRow extends Omit<StoredBooking, 'booking'> {
  readonly document: Booking;
}

function toStored({ organization_id, version, step, working, document }: BookingRow): StoredBooking {
  return { organization_id, version, step, working, booking: document };
}

const selectBooking: Statement = {
  name: 'select_booking',
  text: `SELECT ${bookingColumns} FROM bookings b WHERE b.organization_id = $1 AND b.id = $2`,
};
/** As text: the driver would parse a value of the type json. */
const selectText: Statement = {
  name: 'select_booking_text',
  text: 'SELECT livemode, expires_at, document::text AS text FROM bookings WHERE organization_id = $1 AND id = $2',
};
const selectByKeys: Statement = {
  name: 'find_bookings_by_key',
  text: 'SELECT * FROM find_bookings_by_key($1, $2, $3)',
};
export const insertBookings: Statement = { name: 'create_bookings', text: 'SELECT * FROM create_bookings($1, $2)' };
export const claimExpired: Statement = { name: 'claim_expired', text: 'SELECT * FROM claim_expired($1, $2, $3)' };
const updateBooking: Statement = {
  name: 'change_booking',
  text: 'SELECT * FROM change_booking($1, $2)',
};

/** The row of a create that stored nothing: the booking of its idempotency key, or none if the test allowance refuses it. */
type EarlierRow = (BookingRow | { readonly document: null }) & { readonly number: number };

/** Bookings, with everything that is committed with them: idempotency keys, events, deliveries and runs. */
export function postgresBookings(
  database: Database,
  notices: Pick<RunNotices, 'notify'>,
): BookingReads & BookingWrites & BookingCreation {
  const createBookings = groupCalls(
    async (creates: readonly AcceptedBooking[]) => {
      const rows = await database.query<EarlierRow>(insertBookings, createValues(creates));
      const earlier = creates.map((_, index) => rows.find(({ number }) => number === index));
      for (const [index, { organization_id, booking, run }] of creates.entries())
        if (run && !earlier[index]) notices.notify({ organization_id, provider: booking.provider });
      return earlier;
    },
    { keyOf: ({ organization_id }) => organization_id },
  );

  const findBookingByKey = groupCalls(
    async (keys: readonly BookingKey[]) => {
      const values = [keys[0]?.organization_id, keys[0]?.livemode, keys.map(({ idempotency_key }) => idempotency_key)];
      const rows = await database.query<BookingRow & Pick<BookingKey, 'idempotency_key'>>(selectByKeys, values);
      return keys.map((key) => {
        const row = rows.find(({ idempotency_key }) => idempotency_key === key.idempotency_key);
        return row && toStored(row);
      });
    },
    { keyOf: ({ organization_id, livemode }) => `${organization_id} ${livemode}` },
  );

  return {
    async findBooking({ organization_id, id }) {
      const [row] = await database.query<BookingRow>(selectBooking, [organization_id, id]);
      return row && toStored(row);
    },
    async findBookingText({ organization_id, id }) {
      const [row] = await database.query<BookingText>(selectText, [organization_id, id]);
      return row;
    },
    findBookingByKey,
    async readTestAllowance(organization_id) {
      const [row] = await database.query<TestAllowance>(selectTestAllowance, [organization_id]);
      return row;
    },
    async createBooking(accepted) {
      const { organization_id, booking, run } = accepted;
      const earlier = await createBookings(accepted);
      if (earlier?.document === null) throw new Refusal('free_tier_exhausted');
      if (earlier) return { stored: toStored(earlier), replayed: true };
      const step = run?.step ?? 0;
      return { stored: { organization_id, version: 1, step, working: run !== undefined, booking }, replayed: false };
    },
    async changeBooking(wanted) {
      const { before, booking, events, origin = noOrigin, run, finished } = wanted;
      const runs = runsOf(wanted);
      const confirmed = booking.status === 'confirmed' && before.booking.status !== 'confirmed';
      const { organization_id } = before;
      const step = run ? run.step : before.step;
      const { id, livemode, status, expires_at, confirmation_code } = booking;
      const change = {
        id,
        version: before.version,
        document: JSON.stringify(booking),
        status,
        expires_at,
        step,
        confirmation_code,
        ...(booking.payment && paymentColumns(booking)),
        finished: finished?.lease_token,
        lane: finished?.provider,
        ...(runs.length > 0 && { runs: runs.map((each) => ({ ...runField(each, booking), provider: each.provider })) }),
        is_counted: confirmed && !booking.livemode,
        livemode,
        ...eventFields(events, origin),
        ...origin,
      };
      const values = [organization_id, jsonArgument(change)];
      const [changed] = await database.query<{ working: boolean }>(updateBooking, values);
      if (!changed) return undefined;
      for (const { provider } of runs) notices.notify({ organization_id, provider });
      return { organization_id, version: before.version + 1, step, working: changed.working, booking };
    },
    async claimExpired({ now, lease_until, limit }) {
      const values = [now.toISOString(), lease_until.toISOString(), limit];
      return (await database.query<BookingRow>(claimExpired, values)).map(toStored);
    },
  };
}

/** Returns the parameters of insertBookings, for creates of one organization. */
export function createValues(creates: readonly AcceptedBooking[]): [organization_id: string, creates: string] {
  const keys = creates.flatMap(({ booking: { id, livemode }, idempotency_key }, number) =>
    idempotency_key === undefined ? [] : [{ number, id, livemode, idempotency_key }],
  );
  const argument = {
    has_tests: creates.some(({ booking }) => !booking.livemode),
    keys: keys.toSorted((a, b) => (a.idempotency_key < b.idempotency_key ? -1 : 1)),
    creates: creates.map((create, number) => ({ number, ...createField(create) })),
  };
  return [creates[0]?.organization_id ?? '', jsonArgument(argument)];
}

function createField({ booking, idempotency_key, events, origin = noOrigin, run }: AcceptedBooking): object {
  const { id, livemode, status, expires_at, provider, created, confirmation_code } = booking;
  return {
    id,
    livemode,
    idempotency_key,
    status,
    expires_at,
    provider,
    created,
    confirmation_code,
    ...(booking.payment && paymentColumns(booking)),
    document: JSON.stringify(booking),
    run: runField(run, booking),
    ...eventFields(events, origin),
    ...origin,
  };
}

/** The field of a JSON argument for a run. */
interface RunField extends Pick<NewRun, 'step' | 'due_at'> {
  readonly answer: string | undefined;
  readonly changes: string | undefined;
  readonly attempt: 0 | 1;
  readonly lease_until: string | undefined;
  readonly lease_token: string | undefined;
  readonly ready: boolean;
}

function runField(run: NewRun | undefined, booking: Pick<Booking, 'updated'>): RunField | undefined {
  if (!run) return undefined;
  const { step, answer, changes, due_at, lease } = run;
  return {
    step,
    answer: answer && JSON.stringify(answer),
    changes: changes && JSON.stringify(changes),
    due_at,
    attempt: lease ? 1 : 0,
    lease_until: lease?.lease_until.toISOString(),
    lease_token: lease?.lease_token,
    ready: isReady(run, booking),
  };
}
