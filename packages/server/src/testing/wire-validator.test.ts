import { expect, it } from 'vitest';
import { contractDocuments, createWireValidator, findResponse } from './wire-validator.ts';

interface Node {
  readonly [key: string]: Node;
}

const path = '/v1/bookings/bkg_5f0c1f2e3d4b4a5968778695a4b3c2d1';
const { pointer } = findResponse('getBooking', 200) ?? { pointer: '' };
const keys = [
  ...pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/')),
  'content',
  'application/json',
];
const content = keys.reduce<Node | undefined>((node, key) => node?.[key], contractDocuments.contract);
// The linter checks every example. The tests change these examples.
const examples = content?.['examples'] as unknown as Readonly<Record<string, { readonly value: object }>>;

/** Changes an example of the contract and returns what the validator reports about it. */
function findingFor(example: string, change: object): string {
  const { value } = examples[example] ?? {};
  const headers = new Headers({
    'Cache-Control': 'no-store',
    'Content-Type': 'application/json; charset=utf-8',
    'Request-Id': 'req_0b9c8d7e6f5a4b3c2d1e0f9a8b7c6d5e',
    'RateLimit-Limit': '300',
    'RateLimit-Remaining': '299',
    'RateLimit-Reset': '210',
  });
  const text = JSON.stringify({ ...value, ...change });
  try {
    createWireValidator().checkResponse({ method: 'GET', path, status: 200, headers, text });
    return 'nothing';
  } catch (error) {
    return String(error);
  }
}

const action = { type: 'enter_code', channel: 'email', destination: 'a***', expires_at: '2026-11-21T09:50:02.000Z' };

it.each([
  { change: 'nothing', example: 'confirmed', with: {}, finding: 'nothing' },
  { change: 'an undocumented field', example: 'confirmed', with: { table: 4 }, finding: 'additional properties' },
  {
    change: 'a nested undocumented field',
    example: 'confirmed',
    with: { guest: { first_name: 'Ada', email: 'a@b.test', vip: true } },
    finding: 'guest must NOT have additional properties',
  },
  {
    change: 'an unknown code',
    example: 'failed',
    with: { error_code: 'flooded' },
    finding: 'error_code must be',
  },
  {
    change: 'an unknown type of action',
    example: 'requires_action',
    with: { next_action: { ...action, type: 'show_passport' } },
    finding: 'next_action/type must be',
  },
  {
    change: 'an action without a required field of its type',
    example: 'requires_action',
    with: { next_action: { ...action, type: 'authorize_payment' } },
    finding: "next_action must have required property 'url'",
  },
  {
    change: 'an action with the field of another type',
    example: 'requires_action',
    with: { next_action: { ...action, url: 'https://pay.test/' } },
    finding: 'next_action must NOT have additional properties',
  },
  {
    change: 'an instant without milliseconds',
    example: 'confirmed',
    with: { updated: '2026-11-21T09:50:02Z' },
    finding: 'updated must match pattern',
  },
])('checks a response against its schema: $change', ({ example, with: change, finding }) => {
  expect(findingFor(example, change)).toContain(finding);
});
