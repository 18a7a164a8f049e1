import type { ErrorDetail } from '@booking-service/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWorld, type World } from '../../../src/testing.ts';

const bookingId = 'bkg_5f0c1f2e3d4b4a5968778695a4b3c2d1';

let world: World;
beforeAll(async () => {
  world = await openWorld({ organization: { rate_limit: 100_000 } });
});
afterAll(() => world[Symbol.asyncDispose]());

/** Continues a booking with an invalid body, and returns the details of the refusal, with repetitions. */
async function complaints(body: unknown, id = bookingId): Promise<string[]> {
  const path = `/v1/bookings/${id}/continue`;
  const response = await world.call<{ details: ErrorDetail[] }>('POST', path, { body });
  expect(response).toMatchObject({ status: 400, body: { error_code: 'invalid_request' } });
  return response.body.details.map((detail) => `${detail.in} ${detail.path}: ${detail.message}`);
}

const aTag = /^body \/type: .*enter_code.*authorize_payment/;

it.each([
  { type: 'call_me' },
  { type: 'call_me', code: '424242' },
  { type: 'call_me', code: 7, extra: true },
  { type: 'ENTER_CODE', code: '424242' },
  { type: '', code: '424242' },
  { type: 1, code: '424242' },
  { type: null },
  { type: ['enter_code'], code: '424242' },
  { type: '__proto__' },
  { type: 'constructor' },
])('END-5 END-12 BKG-7 ERR-4: reports only the invalid type of %o', async (body) => {
  expect(await complaints(body)).toEqual([expect.stringMatching(aTag)]);
});

it.each([{}, { code: '424242' }, { code: 7, extra: true }])(
  'END-5 END-12 BKG-7 ERR-4: reports only the missing type of %o',
  async (body) => {
    expect(await complaints(body)).toEqual([expect.stringMatching(/^body \/type: /)]);
  },
);

it.each([
  { body: { type: 'enter_code' }, named: ['/code'] },
  { body: { type: 'enter_code', code: null }, named: ['/code'] },
  { body: { type: 'enter_code', code: 424_242 }, named: ['/code'] },
  { body: { type: 'enter_code', code: '123' }, named: ['/code'] },
  { body: { type: 'enter_code', code: '1234567890123' }, named: ['/code'] },
  { body: { type: 'enter_code', code: '42 42' }, named: ['/code'] },
  { body: { type: 'enter_code', code: '424242', extra: true }, named: ['/extra'] },
  { body: { type: 'enter_code', extra: true }, named: ['/code', '/extra'] },
  { body: { type: 'authorize_payment', code: '424242' }, named: ['/code'] },
  { body: { type: 'authorize_payment', code: '424242', extra: true }, named: ['/code', '/extra'] },
])('END-5 END-12 BKG-7 ERR-4: reports each fault of $body once, and none of the other type', async (row) => {
  const paths = (await complaints(row.body)).map((complaint) => /^body (\/\w+): ./.exec(complaint)?.[1] ?? complaint);
  expect(paths.toSorted()).toEqual(row.named);
});

it('END-5 END-12 BKG-7 ERR-4: refuses a code with authorize_payment, but allows it with enter_code', async () => {
  const [approval] = await complaints({ type: 'authorize_payment', code: '424242' });
  const [tooShort, ...rest] = await complaints({ type: 'enter_code', code: '1' });
  expect(approval).toMatch(/^body \/code: .*additional/);
  expect(tooShort).toMatch(/^body \/code: .*fewer/);
  expect(rest).toEqual([]);
});

it.each([[], 'enter_code', 7, null])('END-5 END-12 ERR-4: refuses %o, which is not an object', async (body) => {
  expect(await complaints(body)).toEqual([expect.stringMatching(/^body : .*object/)]);
});

it('END-12 ERR-4: an invalid type does not hide faults outside the body', async () => {
  const found = await complaints({ type: 'call_me' }, 'bkg_x');
  expect(found.map((complaint) => complaint.replace(/:.*/, '')).toSorted()).toEqual(['body /type', 'path id']);
});

it('END-5 BKG-7: accepts both types', async () => {
  for (const body of [{ type: 'enter_code', code: '424242' }, { type: 'authorize_payment' }]) {
    expect(await world.call('POST', `/v1/bookings/${bookingId}/continue`, { body })).toMatchObject({ status: 404 });
  }
});
