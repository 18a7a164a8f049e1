/** Callers that repeat an interrupted request until it is acknowledged: a create under its key, everything else after a read. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Booking, SlotList } from '@booking-service/contract';

export const kinds = ['confirmed', 'modified', 'cancelled at once', 'cancelled later'] as const;
export type Kind = (typeof kinds)[number];

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
