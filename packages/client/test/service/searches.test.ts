import { expect } from 'vitest';
import { it } from '../support/service-test.ts';

it('finds venues and their slots', async ({ target: { client } }) => {
  const page = await client.venues.search({ city: 'Lisbon', limit: 2 });
  expect(page).toMatchObject({ object: 'list', has_more: expect.any(Boolean) });
  expect(page.data[0]).toMatchObject({ object: 'venue', city: 'Lisbon' });
  const slots = await client.availability.search({ venue_id: 'ven_harbour_table', date: '2026-11-21', party_size: 2 });
  expect(slots.data[0]).toMatchObject({ object: 'slot', venue_id: 'ven_harbour_table' });
});

it('iterates over the entries of one page', async ({ target: { client } }) => {
  const names: string[] = [];
  for await (const { name } of client.venues.search({ query: 'Harbour' })) names.push(name);
  expect(names).toEqual(['Harbour Table']);
});

it('iterates over the entries of all pages with one call for each page', async ({ target: { client, time } }) => {
  const all = await client.venues.search({ limit: 100 });
  const before = time.lines.length;
  const ids: string[] = [];
  for await (const { id } of client.venues.search({ limit: 7 })) ids.push(id);
  expect(ids).toEqual(all.data.map(({ id }) => id));
  const calls = time.lines.slice(before).filter(({ level }) => level === 'info');
  expect(calls).toHaveLength(Math.ceil(ids.length / 7));

  const slots: string[] = [];
  const query = { venue_id: 'ven_harbour_table', date: '2026-11-22', party_size: 2, limit: 3 };
  for await (const { starts_at } of client.availability.search(query)) slots.push(starts_at);
  expect(slots).toHaveLength(7);
  expect(slots).toEqual(slots.toSorted());
});

it('requests no page after the iteration stops', async ({ target: { client, time } }) => {
  for await (const venue of client.venues.search({ limit: 1 })) {
    expect(venue.object).toBe('venue');
    break;
  }
  expect(time.lines.filter(({ level }) => level === 'info')).toHaveLength(1);
});
