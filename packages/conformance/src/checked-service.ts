/** The service under check, as a check sees it: its operations, its clock, and the webhooks that it sends. */
import { type Booking, limits, type OperationId, operationTable, sandbox } from '@booking-service/contract';
import type { Admin, Organization, ServiceClock } from './admin.ts';
import { Broken, demand, Unchecked } from './verdict.ts';
import { exchange, type Exchange, type Sent, type ShownRequest, TimedOut } from './exchange.ts';
import type { Hook, HookEvent, Receiver } from './receiver.ts';
import { judgeForm, type WireFindings } from './wire-faults.ts';

/** The keys that the check uses. */
export interface Keys {
  readonly test: string;
  readonly live?: string | undefined;
  /** A test key of another organization. */
  readonly other?: string | undefined;
}

interface CheckedServiceOptions {
  readonly url: string;
  readonly keys: Keys;
  readonly clock: ServiceClock;
  readonly admin?: Admin | undefined;
  /** The organization that the check created. */
  readonly organization?: Organization | undefined;
  readonly receiver: Receiver;
  /** The secrets that sign now. Empty if webhooks do not reach the receiver. */
  readonly secrets: string[];
  /** A venue that confirms bookings. */
  readonly venue: string;
  readonly maxWait_seconds: number;
  readonly timeout_ms: number;
}

export type Request = Partial<Sent> & { readonly id?: string; readonly query?: string };

/** A day far enough away that the slots of it stay in the future while the clock moves. */
const firstDay = 5;
const lastDay = 40;
const day_ms = 86_400_000;
/** The number of timeouts in a row after which the rest of a run is skipped. */
const mostTimeouts = 3;

export class CheckedService {
  readonly options: CheckedServiceOptions;
  readonly clock: ServiceClock;
  readonly wire: WireFindings = { seen: new Map(), faults: [] };
  /** The last request that was sent. */
  last: ShownRequest | undefined;
  #timeouts = 0;
  #acceptsLive = true;
  readonly #slots = new Map<string, string[]>();
  readonly #days = new Map<string, number>();
  readonly #made = new Map<string, Promise<unknown>>();

  constructor(options: CheckedServiceOptions) {
    this.options = options;
    this.clock = options.clock;
  }

  get keys(): Keys {
    return this.options.keys;
  }

  /** Leaves out what needs a live key: the service is for tests only. */
  leaveOutLive(): void {
    this.#acceptsLive = false;
  }

  /** Throws Unchecked if the service is for tests only. */
  requireLive(): void {
    if (!this.#acceptsLive) leaveOut('the service accepts test keys only');
  }

  /** The live key. Throws Unchecked without one, or if the service is for tests only. */
  get live(): string {
    this.requireLive();
    return this.keys.live ?? leaveOut('it needs a live key: --live-key or --admin-url');
  }

  /** A key of another organization. Throws Unchecked without one. */
  get other(): string {
    return this.keys.other ?? leaveOut('it needs a key of another organization: --other-key or --admin-url');
  }

  /** The admin server. Throws Unchecked without one. */
  get admin(): Admin {
    return this.options.admin ?? leaveOut('it needs the admin server: --admin-url');
  }

  /** The id of the organization that the check created. Throws Unchecked without an admin server. */
  get organization(): string {
    return this.options.organization?.id ?? leaveOut('it needs the admin server: --admin-url');
  }

  /** The receiver. Throws Unchecked if the webhooks do not reach it. */
  get receiver(): Receiver {
    if (this.options.secrets.length > 0) return this.options.receiver;
    return leaveOut('no webhook reaches the check: --admin-url, or --receiver-url and --signing-secret');
  }

  /** Sends a request to any path. Its form is compared with the contract. */
  async send(target: string, { key = this.keys.test, ...sent }: Partial<Sent> = {}): Promise<Exchange> {
    const { url, timeout_ms } = this.options;
    const [method = '', path = ''] = target.split(' ');
    const address = `${method} ${url.replace(/\/+$/, '')}${path}`;
    const onRequest = (request: ShownRequest) => (this.last = request);
    const sendOnce = () => this.#unlessItHangs(() => exchange(address, { key, ...sent, timeout_ms, onRequest }));
    let done = await sendOnce();
    if (this.#isUsedUp(done)) {
      await this.#waitForWindow(done);
      done = await sendOnce();
    }
    judgeForm(done, this.wire, this.last);
    if (done.status === 402 && key === this.keys.test && !this.options.admin)
      leaveOut('the test allowance of the key is used up');
    return done;
  }

  /** Sends nothing more after several timeouts in a row: a run against a service that hangs would take an hour. */
  async #unlessItHangs(sendIt: () => Promise<Exchange>): Promise<Exchange> {
    if (this.#timeouts >= mostTimeouts) leaveOut(`the service did not respond to ${mostTimeouts} requests in a row`);
    try {
      const done = await sendIt();
      this.#timeouts = 0;
      return done;
    } catch (error) {
      this.#timeouts = error instanceof TimedOut ? this.#timeouts + 1 : 0;
      throw error;
    }
  }

  /** True if the window of the given organization is used up. An organization that the check created has no such limit. */
  #isUsedUp({ status, headers }: Exchange): boolean {
    return status === 429 && headers.get(limits.headers.remaining) === '0' && !this.options.admin;
  }

  async #waitForWindow({ headers }: Exchange): Promise<void> {
    const seconds = Math.min(Number(headers.get(limits.headers.retry_after)), limits.window_seconds) + 1;
    if (this.clock.movable) await this.clock.pass(seconds);
    else await new Promise((done) => setTimeout(done, seconds * 1000));
  }

  /** Sends a request of an operation. */
  call(operation: OperationId, { id = '', query = '', ...sent }: Request = {}): Promise<Exchange> {
    const { method, path } = operationTable[operation];
    return this.send(`${method.toUpperCase()} ${path.replace('{id}', id)}${query}`, sent);
  }

  /** Does something once in a run, however many checks need it. */
  once<T>(name: string, work: () => Promise<T>): Promise<T> {
    const made = this.#made.get(name) ?? work();
    this.#made.set(name, made);
    // The type of a name is that of its only caller.
    return made as Promise<T>;
  }

  /** A slot for two people at the venue, which no other check uses. Throws Unchecked if the service has no such venue. */
  async slotAt(venue_id: string): Promise<string> {
    const waiting = this.#slots.get(venue_id) ?? [];
    this.#slots.set(venue_id, waiting);
    for (let day = this.#days.get(venue_id) ?? firstDay; waiting.length === 0 && day < lastDay; day += 1) {
      const date = new Date(this.clock.now() + day * day_ms).toISOString().slice(0, 10);
      const body = { venue_id, date, party_size: 2, limit: 100 };
      const { status, body: found } = await this.call('searchAvailability', { body });
      if (status !== 200) throw new Unchecked(`the service has no venue ${venue_id}`);
      const { data = [] } = (found ?? {}) as { readonly data?: readonly { readonly id: string }[] };
      waiting.push(...data.map((slot) => slot.id));
      this.#days.set(venue_id, day + 1);
    }
    return waiting.shift() ?? leaveOut(`the service offers no slot at ${venue_id}`);
  }

  /** A valid body of a create, by default at a venue that confirms after a moment. */
  async newBooking(venue_id: string = this.options.venue, changes: object = {}): Promise<Record<string, unknown>> {
    const slot_id = await this.slotAt(venue_id);
    const guest = { first_name: 'Ada', last_name: 'Byron', email: 'conformance@diner.test', phone: '+351210000000' };
    return { venue_id, slot_id, party_size: 2, guest, ...changes };
  }

  /** Creates a booking, and throws Broken unless the response is 201. */
  async create(venue_id?: string, changes: object = {}, request: Request = {}): Promise<Booking> {
    const body = await this.newBooking(venue_id, changes);
    const { status, body: booking, text } = await this.call('createBooking', { body, ...request });
    if (status === 402 || status === 403) leaveOut(`the service refused a booking with ${status}: ${text}`);
    demand(status === 201, `a create returned ${status}: ${text}`);
    return booking as Booking;
  }

  /** Reads a booking. */
  async read(id: string, request: Request = {}): Promise<Booking> {
    const { status, body } = await this.call('getBooking', { id, ...request });
    if (status !== 200) throw new Broken(`reading ${id} returned ${status}`);
    return body as Booking;
  }

  /** Lets time pass until the booking has the status, at most `seconds`. Throws Broken if it never has. */
  async waitFor(
    id: string,
    status: Booking['status'],
    { seconds = 30, ...request }: Request & { seconds?: number } = {},
  ): Promise<Booking> {
    const booking = await this.waitUntil(id, (each) => each.status === status, { seconds, ...request });
    demand(booking.status === status, `a booking is ${booking.status} after ${seconds} s, not ${status}`);
    return booking;
  }

  /** Lets time pass until the booking is as wanted, at most `seconds`. Returns it in any case. */
  async waitUntil(
    id: string,
    isDone: (booking: Booking) => boolean,
    { seconds, ...request }: Request & { seconds: number },
  ): Promise<Booking> {
    const within = this.clock.movable ? seconds : Math.min(seconds, this.options.maxWait_seconds);
    const step = this.clock.movable ? Math.min(3, within) : 0.5;
    let booking = await this.read(id, request);
    for (let waited = 0; !isDone(booking) && waited < within;) {
      const next = waited === 0 ? step : Math.min(this.clock.movable ? within : 1, within - waited);
      await this.clock.pass(next);
      waited += next;
      booking = await this.read(id, request);
    }
    return booking;
  }

  /** The webhooks of a booking so far. */
  hooksOf(id: string): Hook[] {
    return this.receiver.hooks.filter(({ event }) => event?.data?.object?.id === id);
  }

  /** Lets time pass until the booking's events of these types have arrived. Throws Broken if one does not. */
  async eventsOf(id: string, ...types: readonly string[]): Promise<HookEvent[]> {
    const events = () => this.hooksOf(id).flatMap(({ event }) => event ?? []);
    const missing = () => types.filter((type) => !events().some((event) => event.type === type));
    const tick = this.clock.movable ? 31 : 1;
    const ticks = this.clock.movable ? 4 : this.options.maxWait_seconds;
    for (let passed = 0; missing().length > 0 && passed < ticks; passed += 1) await this.clock.pass(tick);
    demand(missing().length === 0, `${missing().join(', ')} of a booking did not arrive`);
    return events();
  }

  /** A venue of the sandbox's magic values. Throws Unchecked if the service has other providers. */
  async magicVenue(name: string): Promise<string> {
    await this.requireSandbox();
    return `${sandbox.venue_id_prefix}${name}`;
  }

  /** Throws Unchecked unless the service has the provider of the sandbox, whose outcomes the contract states. */
  async requireSandbox(): Promise<void> {
    const provider = await this.once('provider', async () => {
      const { body } = await this.call('searchVenues', { body: {} });
      return (body as { readonly data?: readonly { readonly provider?: string }[] } | undefined)?.data?.[0]?.provider;
    });
    if (provider !== sandbox.provider) leaveOut('the service is not a sandbox with the magic values of the contract');
  }

  /** The test key of a magic organization. Throws Unchecked if the service does not accept it. */
  async magicKey(name: string): Promise<string> {
    await this.requireSandbox();
    const key = `sk_test_${sandbox.public_key_prefix}${name}`;
    const { status } = await this.call('getBooking', { id: unknownBooking, key });
    if (status === 401) leaveOut('the service accepts no keys of the magic organizations');
    return key;
  }
}

/** The id of a booking that does not exist. */
export const unknownBooking = 'bkg_00000000000000000000000000000000';

function leaveOut(reason: string): never {
  throw new Unchecked(reason);
}

/** One observation of the service from outside, and the rules that it proves. */
export interface Check {
  /** Ids of openapi/rules.yaml. If the check fails, all of them are broken, unless it names one. */
  readonly rules: readonly string[];
  readonly title: string;
  /**
   * Starts what takes long in real time, and lets no time pass. All checks are begun before the first one runs. A check that was
   * begun runs after the others, so that its wait has passed beside them. `run` meets the error of `begin` again.
   */
  readonly begin?: (service: CheckedService) => Promise<unknown>;
  /** Returns what was seen. Throws Broken if a rule is broken, and Unchecked if it cannot be seen here. */
  readonly run: (service: CheckedService) => Promise<string>;
}

/** Returns a key of the check; undefined if it has none. */
export function findKey(read: () => string): string | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof Unchecked) return undefined;
    throw error;
  }
}

/** The keys that list nothing of the test key: a live one, and one of another organization. As far as there are. */
export function otherKeys(service: CheckedService): string[] {
  return [findKey(() => service.live), findKey(() => service.other)].filter((key) => key !== undefined);
}
