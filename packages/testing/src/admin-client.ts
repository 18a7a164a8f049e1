/** The admin server of a sandbox: a client of its operations, and the clock that it moves. */
import createClient, { type Client } from 'openapi-fetch';
import type { paths } from '@booking-service/contract/admin';
import type { Clock } from '@booking-service/webhooks';

/** Calls the admin server of a sandbox. */
export type AdminClient = Client<paths>;

/**
 * Each request has a connection of its own. A test runner can block the process for longer than a server keeps a connection, and a
 * request on a connection that was closed meanwhile would fail.
 */
export const ownConnection: Readonly<Record<string, string>> = { Connection: 'close' };

export function createAdminClient(adminUrl: string): AdminClient {
  return createClient<paths>({ baseUrl: adminUrl, headers: ownConnection });
}

/** Returns the body of a response. Throws an error with the refusal if there is none. */
export async function bodyOf<Body>(
  call: Promise<{ readonly data?: Body; readonly error?: unknown; readonly response: Response }>,
): Promise<Body> {
  const { data, error, response } = await call;
  if (data === undefined) throw new Error(`${response.url} responded ${response.status}: ${JSON.stringify(error)}`);
  return data;
}

/** The clock of this computer, also after a test has replaced that of `globalThis`. */
const RealDate = Date;

/** The length of each unit in milliseconds. */
const units = { second: 1000, minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const;

type Unit = keyof typeof units;

/** A time span in words: `1 second`, `10 minutes`. */
export type Duration = `${number} ${Unit | `${Unit}s`}`;

/** Returns a time span in milliseconds. Throws a RangeError with the accepted form for any other text. */
function toMilliseconds(duration: Duration | number): number {
  if (typeof duration === 'number') return duration;
  const [, count = '', name = ''] = /^(\d+(?:\.\d+)?) (second|minute|hour|day)s?$/.exec(duration) ?? [];
  if (count === '')
    throw new RangeError(`"${duration}" is not a duration. Write 10 seconds, 5 minutes, 2 hours or 1 day.`);
  // The pattern has the names of the units.
  return Math.round(Number(count) * units[name as Unit]);
}

/**
 * The clock of a sandbox: the time of this computer and an offset. It runs by itself. Every user of the sandbox can advance it, so the
 * offset is read again.
 */
interface RemoteClock extends Clock {
  /** Reads the offset. */
  refresh(): Promise<void>;
  /** Advances the sandbox, and resolves when everything that was due is done. */
  advance(by: Duration | number | Date): Promise<void>;
}

export async function openRemoteClock(admin: AdminClient): Promise<RemoteClock> {
  let offset_ms = 0;
  const clock: RemoteClock = {
    now: () => new RealDate(RealDate.now() + offset_ms),
    async refresh() {
      ({ offset_ms } = await bodyOf(admin.GET('/sandbox/clock')));
    },
    async advance(by) {
      const ms = by instanceof Date ? by.getTime() - clock.now().getTime() : toMilliseconds(by);
      if (!(ms >= 1)) throw new RangeError(`A clock cannot be advanced by ${ms} ms. It only moves forward.`);
      ({ offset_ms } = await bodyOf(admin.POST('/sandbox/clock/advance', { body: { ms: Math.ceil(ms) } })));
    },
  };
  await clock.refresh();
  return clock;
}
