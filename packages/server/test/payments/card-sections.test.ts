/** The keys `payments` and `cards` of providers.yaml: what they accept, and the line and reason of each fault. */
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { cardTypes, paymentTypes } from '../../src/command/suppliers/service-types.ts';
import type { Integrations } from '../../src/index.ts';
import { load } from '../suppliers/load-text.ts';

const suppliers = 'providers: [{ name: sandbox, type: sandbox }]\n';
const environment = { SECRET: 'swordfish', LIVE_KEY: 'rk_live_swordfish', TEST_KEY: 'rk_test_swordfish' };
const http = (host: string) => `{ type: http, url: https://${host}.test, secret: { env: SECRET } }`;
const stripe = (key: string) => `type: stripe, secret_key: { env: ${key} }`;

describe('the card services of a file', () => {
  it.each([
    { what: 'both sides', text: `payments: { live: ${http('a')}, test: ${http('b')} }`, sides: ['live', 'test'] },
    { what: 'a live side', text: `payments: { live: ${http('a')} }`, sides: ['live'] },
    { what: 'a test side', text: `payments: { test: ${http('a')} }`, sides: ['test'] },
  ])('MOD-2: collect the payments of $what', async ({ text, sides }) => {
    const { payments } = (await load(suppliers + text, environment)) as Integrations;
    expect(Object.keys(payments ?? {})).toEqual(sides);
    for (const side of Object.values(payments ?? {})) expect(side).toHaveProperty('capture');
  });

  it.each([{ card: http('a') }, { card: `{ ${stripe('LIVE_KEY')}, timeout_seconds: 10 }` }])(
    'SES-3: have the cards: $card',
    async ({ card }) => {
      const loaded = (await load(`${suppliers}cards: { live: ${card} }`, environment)) as Integrations;
      expect(loaded.cards?.live).toHaveProperty('findCard');
      expect(loaded).not.toHaveProperty('payments');
    },
  );

  it('are none without the keys', async () => {
    const loaded = await load(suppliers);
    expect(loaded).not.toHaveProperty('payments');
    expect(loaded).not.toHaveProperty('cards');
  });

  const oneSide = 'payments must be an object with the sides live and test, or one of them';
  it.each([
    { text: 'payments: []', says: `2: ${oneSide}` },
    { text: 'payments: {}', says: `2: ${oneSide}` },
    { text: 'payments:\n  sandbox: {}', says: '3: sandbox is not a field here; the fields are live, test' },
    { text: 'payments:\n  live: simulate', says: '3: live must be an object with a type' },
    { text: 'payments:\n  live: {}', says: '3: type is missing' },
    { text: 'payments:\n  live: { type: paypal }', says: '3: type must be one of http, stripe' },
    { text: 'payments:\n  live:\n    type: http\n    url: https://a.test', says: '3: secret is missing' },
    {
      text: `payments:\n  live:\n    type: http\n    url: https://a.test\n    secret: swordfish`,
      says: '6: secret must be { env: VARIABLE }',
    },
    {
      text: `payments:\n  live:\n    type: http\n    url: https://a.test\n    secret: { env: SECRET }\n    success_url: https://b.test`,
      says: '7: success_url is not a field here; the fields are type, url, secret, timeout_seconds',
    },
    {
      text: 'payments:\n  test: { type: http, url: https://a.test, secret: { env: UNSET } }',
      says: '3: the environment variable UNSET is not set',
    },
    {
      text: `payments:\n  live: ${http('a')}\n  test: ${http('a')}`,
      says: '4: the test side of payments is its live side, so test keys would pay for real: set another url',
    },
    {
      text: `payments:\n  live: { ${stripe('LIVE_KEY')}, success_url: https://a.test }\n  test: { ${stripe('LIVE_KEY')}, success_url: https://b.test }`,
      says: '4: the test side of payments is its live side, so test keys would pay for real: set another secret_key',
    },
    { text: `payments:\n  live: { ${stripe('LIVE_KEY')} }`, says: '3: success_url is missing' },
    {
      text: `payments:\n  live: { ${stripe('LIVE_KEY')}, success_url: a.test }`,
      says: '3: success_url must be an http or https URL',
    },
    {
      text: `payments:\n  live: { ${stripe('LIVE_KEY')}, success_url: https://a.test, url: https://a.test }`,
      says: '3: url is not a field here; the fields are type, secret_key, timeout_seconds, success_url, cancel_url, product_name',
    },
    { text: 'cards: {}', says: '2: live is missing' },
    {
      text: `cards:\n  live: ${http('a')}\n  test: ${http('b')}`,
      says: '4: test is not a field here; the fields are live',
    },
    {
      text: `cards:\n  live: { ${stripe('TEST_KEY')} }`,
      says: '3: cannot create the card service of cards: ',
    },
  ])('MOD-2: are refused: $says', async ({ text, says }) => {
    const refused = await load(suppliers + text, environment);
    expect(refused).toContain(says);
    expect(refused).not.toContain('swordfish');
  });
});

describe('docs/operate/providers-file.md', () => {
  it.each([
    { key: 'payments', types: paymentTypes },
    { key: 'cards', types: cardTypes },
  ])('shows every field of $key, and the service accepts its example', async ({ key, types }) => {
    const page = await readFile(new URL('../../../../docs/operate/providers-file.md', import.meta.url), 'utf8');
    const blocks = [...page.matchAll(/```yaml\n([^]*?)```/g)].map(([, text = '']) => text);
    const shown = blocks.filter((text) => new RegExp(`^${key}:$`, 'm').test(text));
    const sides = shown.flatMap((text) => Object.values((parse(text) as Record<string, object>)[key] ?? {})) as {
      type: string;
    }[];
    for (const [type, { schema }] of Object.entries(types)) {
      const fields = sides.filter((side) => side.type === type).flatMap((side) => Object.keys(side));
      expect({ type, fields }).toEqual({
        type,
        fields: expect.arrayContaining(Object.keys(schema.properties)) as unknown,
      });
    }
    const keys = { STRIPE_LIVE_KEY: 'rk_live_key', CARDS_SECRET: 'secret', CARDS_TEST_SECRET: 'secret' };
    for (const text of shown) {
      const refused = await load(suppliers + text, keys);
      // An older version of the package has no payments.
      expect(typeof refused === 'string' ? refused : '').toMatch(/^$|has no createStripePayments: update it/);
    }
  });
});
