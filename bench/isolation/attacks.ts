/** The attacks of A. Each one is a request that A repeats on a number of connections, as fast as it can. */
export interface Attack {
  readonly connections: number;
  readonly path: string;
  readonly body: string;
}

const day = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
const search = (venue: string) => JSON.stringify({ venue_id: `ven_${venue}`, date: day, party_size: 2 });

export const create: string = JSON.stringify({
  venue_id: 'ven_harbour_table',
  slot_id: `slt_harbour_table_${day.replaceAll('-', '')}T1900`,
  party_size: 2,
  guest: { first_name: 'Ada', email: 'ada@diner.test' },
});

const availability = '/v1/availability/search';
export const attacks: Readonly<Record<string, Attack>> = {
  'requests, then over its limit': { connections: 32, path: availability, body: search('harbour_table') },
  'creates and webhooks to a dead receiver': { connections: 16, path: '/v1/bookings', body: create },
  'bodies of 64 KiB': { connections: 16, path: availability, body: '['.repeat(65_000) },
  'bodies that are too large': { connections: 16, path: availability, body: ' '.repeat(900_000) },
  'a supplier that hangs for it': { connections: 128, path: availability, body: search('code_house') },
};
