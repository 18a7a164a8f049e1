/** Callers that repeat an interrupted request until it is acknowledged: a create under its key, everything else after a read. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Booking, SlotList } from '@booking-service/contract';
import type { Provider, Store } from '@booking-service/server';

export const kinds = ['confirmed', 'modified', 'cancelled at once', 'cancelled later'] as const;
type Kind = (typeof kinds)[number];

export interface Story {
  readonly kind: Kind;
  readonly key: string;
  /** Every id that creates with the key returned. */
  readonly ids: Set<string>;
  /** The points at which the service was killed during this story. */
  readonly points: Set<string>;
}

/** Sends a request to the current process of the service. Rejects if the connection breaks. */
export type Call = <Body>(
  method: string,
  path: string,
  body?: object,
  key?: string,
) => Promise<{ status: number; body: Body }>;

const again_ms = 50;

/** Plays the story to its end. */
export async function playStory(
  { kind, key, ids }: Story,
  { call, date }: { call: Call; date: string },
): Promise<void> {
  const venue_id = 'ven_tours_tower__DEFAULT';
  const slots = await until(() => call<SlotList>('POST', '/v1/availability/search', { venue_id, date, party_size: 2 }));
  const guest = { first_name: 'Ada', last_name: 'Byron', email: 'ada@diner.test' };
  const request = { venue_id, slot_id: slots.data[0]?.id, party_size: 2, guest };
  const { id } = await until(() => call<Booking>('POST', '/v1/bookings', request, key));
  ids.add(id);
  const read = () => call<Booking>('GET', `/v1/bookings/${id}`);
  if (kind !== 'cancelled at once') await until(read, ({ status }) => status === 'confirmed');
  if (kind === 'modified') await change('modify', { party_size: 3 }, ({ party_size }) => party_size === 3);
  if (kind.startsWith('cancelled')) await change('cancel', {}, ({ status }) => status === 'cancelled');

  async function change(action: string, body: object, isDone: (booking: Booking) => boolean): Promise<void> {
    for (;;) {
      await call('POST', `/v1/bookings/${id}/${action}`, body).catch(() => undefined);
      const found = await read().catch(() => undefined);
      if (found?.status === 200 && isDone(found.body)) return;
      await pause(again_ms);
    }
  }
}

async function until<Body>(
  send: () => Promise<{ status: number; body: Body }>,
  isDone: (body: Body) => boolean = () => true,
): Promise<Body> {
  for (;;) {
    const response = await send().catch(() => undefined);
    if (response && response.status < 300 && isDone(response.body)) return response.body;
    await pause(again_ms);
  }
}

/**
 * The points at which the service is killed: between any two steps of its own and of the supplier. The supplier reaches the first ones in the
 * process that survives; at "before" a request takes effect although its sender is dead, at "after" its response is lost. The
 * service reaches the others in its own process.
 */
export const supplierPoints = [
  'before availability',
  'before reserve',
  'after reserve',
  'before confirm',
  'after confirm',
  'before update',
  'after update',
  'before cancel',
  'after cancel',
] as const;

export const servicePoints = [
  'after createBooking',
  'after claimRuns',
  'before book',
  'after book',
  'before modify',
  'after modify',
  'before release',
  'after release',
  'before changeBooking',
  'after changeBooking',
  'before finishRun',
  'after finishRun',
] as const;

type Method = (...args: readonly unknown[]) => Promise<unknown>;

/** Wraps a port: calls `passed` before and after each call of these methods. A claim that found nothing has no "after". */
function withPoints<Port extends object>(
  port: Port,
  methods: readonly (keyof Port & string)[],
  passed: (point: string) => void,
): Port {
  const wrapped = methods.map((name): [string, Method] => {
    // Each of the named methods is asynchronous.
    const method = (port[name] as Method).bind(port);
    const call: Method = async (...args) => {
      passed(`before ${name}`);
      const result = await method(...args);
      if (!(Array.isArray(result) && result.length === 0)) passed(`after ${name}`);
      return result;
    };
    return [name, call];
  });
  return { ...port, ...Object.fromEntries(wrapped) };
}

export function storeWithPoints(store: Store, passed: (point: string) => void): Store {
  return withPoints(store, ['createBooking', 'claimRuns', 'changeBooking', 'finishRun'], passed);
}

export function providerWithPoints(provider: Provider, passed: (point: string) => void): Provider {
  return withPoints(provider, ['book', 'modify', 'release'], passed);
}
