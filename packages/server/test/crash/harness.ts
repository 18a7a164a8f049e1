/**
 * Kills the service under load, at every named point and at random, restarts it, and compares the end with what it acknowledged.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Booking, EventType } from '@booking-service/contract';
import type { DeliveryRecord } from '../../src/store/lists/delivery-lists.ts';
import type { StoredBooking } from '../../src/store/store.ts';
import { keptOf, type LedgerPayment } from '../support/card-ledger.ts';
import { openOutside, type Outside } from './outside.ts';
import { type Call, type Kind, kinds, playStory, requestedRefund, type Story } from './stories.ts';
import { type CreatedOrganization, createOrganization } from '../../src/admin/organizations/create-organization.ts';
import type { ChildOptions } from './child.ts';
import { type Engine, openStore, points } from './points.ts';
import { readDeliveries } from '../support/databases.ts';

const paid: readonly EventType[] = ['booking.created', 'booking.requires_action', 'booking.processing'];

/** The expected events of each kind of story. Each must occur once. */
const events: Readonly<Record<Kind, readonly EventType[]>> = {
  confirmed: ['booking.created', 'booking.confirmed'],
  'at once': ['booking.created', 'booking.confirmed'],
  paid: [...paid, 'booking.confirmed'],
  cancelled: ['booking.created', 'booking.cancelled'],
  'left by its provider': ['booking.created', 'booking.confirmed', 'booking.cancelled'],
  modified: ['booking.created', 'booking.confirmed', 'booking.modified'],
  'paid and cancelled': [...paid, 'booking.cancelled'],
  'paid and failed': [...paid, 'booking.failed'],
  'paid and cheaper': [...paid, 'booking.confirmed', 'booking.modified'],
  'paid and refunded': [...paid, 'booking.confirmed'],
  'paid with half back and cancelled': [...paid, 'booking.cancelled'],
  'unpaid and cancelled': ['booking.created', 'booking.requires_action', 'booking.cancelled'],
  'refused and cancelled': ['booking.created', 'booking.confirmed', 'booking.cancelled'],
};

/**
 * The faults that a kill may cause. The last four are about money:
 *  charged     money is held or kept without a booking, or more than its price
 *  uncharged   a booking is confirmed without its money
 *  captures    a payment was captured more than once
 *  refunds     more was returned than is due
 */
export const faultKinds = ['lost', 'doubled', 'charged', 'uncharged', 'captures', 'refunds'] as const;
type FaultKind = (typeof faultKinds)[number];

interface Fault {
  readonly kind: FaultKind;
  readonly text: string;
}

/** Notes a fault of the story. */
type Note = (kind: FaultKind, text: string) => void;

function judge(
  story: Story,
  {
    outside,
    found,
    deliveries,
  }: { outside: Outside; found: StoredBooking | undefined; deliveries: readonly DeliveryRecord[] },
): Fault[] {
  const { kind, key, ids } = story;
  const faults: Fault[] = [];
  const note: Note = (of, text) => void faults.push({ kind: of, text: `${key}: ${text}` });
  const [id = ''] = ids;
  if (ids.size > 1) note('doubled', `${ids.size} bookings`);
  if (!found) {
    note('lost', `booking ${id}`);
    return faults;
  }

  const { status, party_size } = found.booking;
  const isCancelled = kind.endsWith('cancelled') || kind === 'left by its provider';
  const ends = isCancelled ? 'cancelled' : kind === 'paid and failed' ? 'failed' : 'confirmed';
  if (status !== ends) note('lost', `is ${status}, not ${ends}`);
  if (kind === 'modified' && party_size !== 3) note('lost', 'the modification');

  const sentEvents = Map.groupBy(deliveries, ({ event_type }) => event_type);
  const expected = new Set<EventType>(events[kind]);
  // A cancel may come before or after the confirmation.
  if (kind.endsWith('cancelled') && sentEvents.has('booking.confirmed')) expected.add('booking.confirmed');
  for (const type of expected) {
    const [first, ...more] = sentEvents.get(type) ?? [];
    if (!first) note('lost', `the event ${type}`);
    else if (!outside.received.has(first.event_id)) note('lost', `the webhook ${type}, ${history(first)}`);
    if (more.length > 0) note('doubled', `${type} ${more.length + 1} times`);
  }
  for (const type of sentEvents.keys()) if (!expected.has(type)) note('doubled', `an event ${type}`);

  const made = outside.made.get(id)?.size ?? 0;
  if (made > 1) note('doubled', `made ${made} times at the provider`);
  if (status === 'confirmed' && made === 0) note('lost', 'nothing made at the provider');
  if (status === 'cancelled' && made > 0 && !outside.released.has(id)) note('lost', 'not released at the provider');
  if ((outside.modified.get(id)?.size ?? 0) > 1) note('doubled', 'modified more than once');
  if (kind.includes('paid')) judgePayment(found.booking, { kind, note, payment: outside.ledger.found.get(id) });
  return faults;
}

/** Compares the money at the card service with the booking. */
function judgePayment(
  booking: Booking,
  { kind, note, payment }: { kind: Kind; note: Note; payment: LedgerPayment | undefined },
): void {
  if (!payment) return note('lost', 'no payment');
  const { status, payment: stored } = booking;
  const { state, captures, refunds } = payment;
  const due = dueOf(booking, { kind, amount: payment.amount });
  const kept = keptOf(payment);
  const money = `${status}, and the card service keeps ${kept}, not ${due}`;
  if (state === 'held' || state === 'open') note('charged', `the payment is still ${state}`);
  else if (kept > due) note('charged', money);
  else if (kept < due) note(captures === 0 ? 'uncharged' : 'refunds', money);
  if (captures > 1) note('captures', `captured ${captures} times`);
  const refunded = refunds.reduce((sum, each) => sum + each, 0);
  if (stored?.amount_refunded !== refunded) note('lost', `states ${stored?.amount_refunded} refunded, not ${refunded}`);
}

/** Returns the money that the card service is to keep. */
function dueOf(
  { status, price, confirmation_code }: Booking,
  { kind, amount }: { kind: Kind; amount: number },
): number {
  if (status === 'confirmed')
    return kind === 'paid and refunded' ? amount - requestedRefund : (price?.amount ?? amount);
  const isHalfKept = kind === 'paid with half back and cancelled' && confirmation_code !== undefined;
  return isHalfKept ? amount / 2 : 0;
}

/** Says why a webhook was not received: the state of its delivery and its attempts. */
function history({ state, next_attempt_at, attempts }: DeliveryRecord): string {
  const each = attempts.map(
    ({ attempt, started_at, status, error }) => `${attempt} at ${started_at}: ${status ?? error}`,
  );
  return `${state}, next ${next_attempt_at}, attempts [${each.join('; ')}]`;
}

const child = fileURLToPath(new URL('child.ts', import.meta.url));
/** The minimum number of concurrent stories. */
const atOnce = 8;
/** The maximum lifetime of a process that does not reach its point. Then it is killed, at random. */
const longestLife_ms = 10_000;
/** Longer than every lease. */
const lease_ms = 61_000;

interface Row {
  readonly point: string;
  kills: number;
  acknowledged: number;
  readonly faults: Record<FaultKind, number>;
}

interface CrashReport {
  readonly rows: readonly Row[];
  readonly faults: readonly string[];
}

/** Kills the service `each` times at each point and `random` times at random. */
export async function crash(engine: Engine, { each, random }: { each: number; random: number }): Promise<CrashReport> {
  await using outside = await openOutside();
  const { organization_id, keys } = await makeOrganization(engine, `${outside.url}/webhooks`);
  const stories: Story[] = [];
  const underWay = new Set<Story>();
  const endings: Promise<void>[] = [];
  /** True while each story that ends is followed by another, so that the process reaches its point. */
  let isRefilled = false;
  let address: PromiseWithResolvers<Urls> = Promise.withResolvers();

  const call: Call = async (method, path, body, idempotency_key) => {
    const { url: service, admin_url } = await address.promise;
    const isAdmin = path.startsWith('/organizations/');
    const url = isAdmin ? admin_url : service;
    const response = await fetch(url + path, {
      method,
      headers: {
        // The admin server is open, and would refuse the key.
        ...(!isAdmin && { Authorization: `Bearer ${keys.test}` }),
        'Content-Type': 'application/json',
        ...(idempotency_key !== undefined && { 'Idempotency-Key': idempotency_key }),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(20_000),
    });
    // The wire validator checks responses in other tests.
    const text = await response.text();
    return { status: response.status, body: (text === '' ? {} : JSON.parse(text)) as Booking };
  };

  function begin(): void {
    const number = stories.length;
    const story: Story = {
      kind: kinds[number % kinds.length] ?? 'confirmed',
      key: `story-${number}`,
      ids: new Set(),
      acknowledged: 0,
      points: new Set(),
    };
    stories.push(story);
    underWay.add(story);
    endings.push(
      playStory(story, { organization_id, call, again: () => pause(50) }).finally(() => {
        underWay.delete(story);
        if (isRefilled) begin();
      }),
    );
  }

  const rows = new Map<string, Row>();
  const lives = mixed(each, random);
  let begun = 0;
  for (const [number, point] of lives.entries()) {
    for (let count = 0; count < 3 || underWay.size < atOnce; count += 1) begin();
    // A turn lasts as long as its organization has deliveries, so that a process under load begins few.
    const after = point === 'after claimTurns' ? 0 : number % 3;
    const life = await start({ engine, outside: outside.url, point, after, ahead_ms: ahead() });
    address.resolve(life);
    const kill = () => life.process.kill('SIGKILL');
    const isRandom = point === 'at random';
    let remaining = isRandom ? (number * 7) % 23 : number % 3;
    outside.onCall = (to) => {
      if (!isRandom && (point !== 'at the webhook' || to !== 'webhook')) return;
      remaining -= 1;
      if (remaining !== -1) return;
      if (isRandom) setTimeout(kill, (number * 37) % 50);
      else kill();
    };
    const before = acknowledged();
    const timer = setTimeout(kill, longestLife_ms);
    isRefilled = true;
    await life.ended;
    isRefilled = false;
    clearTimeout(timer);
    // If the process did not reach its point, it was killed at random.
    const name = Date.now() - life.begun >= longestLife_ms ? 'at random' : point;
    for (const story of underWay) story.points.add(name);
    const row = rows.get(name) ?? newRow(name);
    rows.set(name, { ...row, kills: row.kills + 1, acknowledged: row.acknowledged + acknowledged() - before });
    address = Promise.withResolvers();
    if (number % 3 === 2) await deliverWaiting();
  }

  outside.onCall = () => undefined;
  const last = await start({ engine, outside: outside.url, ahead_ms: ahead() });
  address.resolve(last);
  await Promise.all(endings);
  await end(last);

  const faults: string[] = [];
  await using store = await openStore(engine);
  const deliveries = Map.groupBy(await readDeliveries(store), ({ subject_id }) => subject_id);
  for (const story of stories) {
    const [id = ''] = story.ids;
    const found = await store.findBooking({ organization_id, id });
    for (const { kind, text } of judge(story, { outside, found, deliveries: deliveries.get(id) ?? [] })) {
      faults.push(`${kind} ${text}`);
      for (const name of story.points) {
        const row = rows.get(name);
        if (row) row.faults[kind] += 1;
      }
    }
  }
  const inOrder = [...points, 'at random'].flatMap((point) => rows.get(point) ?? []);
  return { rows: inOrder, faults };

  /** Returns the lead of the next process's clock. On PostgreSQL, the leases of a killed process only expire. */
  function ahead(): number {
    begun += 1;
    return engine.name === 'postgres' ? begun * lease_ms : 0;
  }

  /**
   * Runs a process until every run has ended and every webhook was sent, and stops it then. The claim of a delivery counts as an
   * attempt, so a delivery whose four claims are each followed by a kill is abandoned (DLV-5). This test is about fewer kills.
   */
  async function deliverWaiting(): Promise<void> {
    outside.onCall = () => undefined;
    const life = await start({ engine, outside: outside.url, ahead_ms: ahead() });
    address.resolve(life);
    await end(life);
    address = Promise.withResolvers();
  }

  function acknowledged(): number {
    return stories.reduce((sum, story) => sum + story.acknowledged, 0);
  }
}

function newRow(point: string): Row {
  const faults = { lost: 0, doubled: 0, charged: 0, uncharged: 0, captures: 0, refunds: 0 };
  return { point, kills: 0, acknowledged: 0, faults };
}

interface Urls {
  readonly url: string;
  readonly admin_url: string;
}

interface Life extends Urls {
  readonly process: ChildProcess;
  readonly begun: number;
  readonly ended: Promise<unknown>;
}

async function start(options: ChildOptions): Promise<Life> {
  const args = ['--conditions=@booking-service/source', child, JSON.stringify(options)];
  const started = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const ended = once(started, 'exit');
  // Without a message, the process was killed before it listened. Requests to port 9 fail.
  const closed: Urls = { url: 'http://127.0.0.1:9', admin_url: 'http://127.0.0.1:9' };
  // The first message of child.ts has this form.
  const [urls] = (await Promise.race([once(started, 'message'), ended.then(() => [closed])])) as [Urls];
  return { ...urls, process: started, begun: Date.now(), ended };
}

async function makeOrganization(engine: Engine, webhook_url: string): Promise<CreatedOrganization> {
  await using store = await openStore(engine);
  const organization = { name: 'Crash', webhook_url, rate_limit: 100_000_000, test_allowance: 100_000_000 };
  return await createOrganization(store, organization, new Date());
}

/** The points in turn, with the random kills evenly between them, so that no delivery reaches the same point repeatedly. */
function mixed(each: number, random: number): string[] {
  const named = Array.from({ length: each }, () => [...points]).flat();
  const total = named.length + random;
  const randomBefore = (index: number) => Math.floor((index * random) / total);
  return Array.from({ length: total }, (_, index) => {
    const before = randomBefore(index);
    return randomBefore(index + 1) > before ? 'at random' : (named[index - before] ?? 'at random');
  });
}

/** Lets the process end every run, send every webhook, and end. */
async function end({ process: ending, ended }: Life): Promise<void> {
  ending.send('end');
  await ended;
}
