import { expect } from 'vitest';
import { newBooking, noBooking } from '../support/fixtures.ts';
import { it, preferring } from '../support/service-test.ts';

it('sends the calls of a raw client over the same transport', async ({ target: { raw, time } }) => {
  const { data, error, response } = await raw.POST('/v1/bookings', { body: newBooking(), ...preferring(201) });
  expect(error).toBeUndefined();
  expect([response.status, data?.object]).toEqual([201, 'booking']);
  const params = { path: { id: data?.id ?? '' } };
  expect((await raw.GET('/v1/bookings/{id}', { params })).data?.id).toBe(data?.id);
  expect(time.lines.filter(({ level }) => level === 'info').map(({ operation }) => operation)).toEqual([
    'createBooking',
    'getBooking',
  ]);
});

it('returns a refusal from a raw client as openapi-fetch does', async ({ target: { raw } }) => {
  const { data, error, response } = await raw.GET('/v1/bookings/{id}', {
    params: { path: { id: noBooking } },
    ...preferring(404),
  });
  expect(data).toBeUndefined();
  expect([response.status, error]).toEqual([404, expect.objectContaining({ error_code: 'not_found' })]);
});

it('sends a raw call to no other service', async ({ target: { raw } }) => {
  await expect(raw.GET('/v1/sessions/card', { baseUrl: 'http://127.0.0.1:9' })).rejects.toThrow(
    /^http:\/\/127\.0\.0\.1:9\/v1\/sessions\/card is not below /,
  );
});
