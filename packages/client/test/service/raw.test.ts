import { expect } from 'vitest';
import { newBooking, noBooking } from '../support/fixtures.ts';
import { it, preferring } from '../support/service-test.ts';

it('promise 10: sends the calls of raw over the same transport', async ({ target: { client, time } }) => {
  const { data, error, response } = await client.raw.POST('/v1/bookings', { body: newBooking(), ...preferring(201) });
  expect(error).toBeUndefined();
  expect([response.status, data?.object]).toEqual([201, 'booking']);
  const params = { path: { id: data?.id ?? '' } };
  expect((await client.raw.GET('/v1/bookings/{id}', { params })).data?.id).toBe(data?.id);
  expect(time.lines.filter(({ level }) => level === 'info').map(({ operation }) => operation)).toEqual([
    'createBooking',
    'getBooking',
  ]);
});

it('promise 10: returns a refusal from raw as openapi-fetch does', async ({ target: { client } }) => {
  const { data, error, response } = await client.raw.GET('/v1/bookings/{id}', {
    params: { path: { id: noBooking } },
    ...preferring(404),
  });
  expect(data).toBeUndefined();
  expect([response.status, error]).toEqual([404, expect.objectContaining({ error_code: 'not_found' })]);
});
