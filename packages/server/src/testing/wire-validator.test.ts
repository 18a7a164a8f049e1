import { expect, it } from 'vitest';
import { contractDocument, findResponse } from './contract-responses.ts';
import { createWireValidator } from './wire-validator.ts';

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
const content = keys.reduce<Node | undefined>((node, key) => node?.[key], contractDocument);
// The linter holds every response to its examples; these are the ones that are changed here.
const examples = content?.['examples'] as unknown as Readonly<Record<string, { readonly value: object }>>;

/** What is said of an answer that is one of the contract's examples, changed. */
function judge(example: string, change: object): string {
  const { value } = examples[example] ?? {};
  const headers = new Headers({
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
  { change: 'nothing', example: 'confirmed', with: {}, says: 'nothing' },
  { change: 'a field that nobody documented', example: 'confirmed', with: { table: 4 }, says: 'additional properties' },
  {
    change: 'one deeper down',
    example: 'confirmed',
    with: { guest: { first_name: 'Ada', email: 'a@b.test', vip: true } },
    says: 'guest must NOT have additional properties',
  },
  {
    change: 'a code that is not listed',
    example: 'failed',
    with: { error_code: 'flooded' },
    says: 'error_code must be',
  },
  {
    change: 'a type of action that is not listed',
    example: 'requires_action',
    with: { next_action: { ...action, type: 'show_passport' } },
    says: 'next_action/type must be',
  },
  {
    change: 'an action without what its type always has',
    example: 'requires_action',
    with: { next_action: { ...action, type: 'authorize_payment' } },
    says: "next_action must have required property 'url'",
  },
  {
    change: 'an action with the field of another type',
    example: 'requires_action',
    with: { next_action: { ...action, url: 'https://pay.test/' } },
    says: 'next_action must NOT have additional properties',
  },
  {
    change: 'an instant without milliseconds',
    example: 'confirmed',
    with: { updated: '2026-11-21T09:50:02Z' },
    says: 'updated must match pattern',
  },
])('the wire validator holds the service to what is described: $change', ({ example, with: change, says }) => {
  expect(judge(example, change)).toContain(says);
});
