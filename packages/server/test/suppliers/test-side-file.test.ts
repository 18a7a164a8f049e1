/** The key `test` of an entry of providers.yaml. */
import { describe, expect, it } from 'vitest';
import type { Integrations } from '../../src/index.ts';
import { http, load } from './load-text.ts';

describe('the test side of a supplier', () => {
  const live = 'url: https://corner.test, secret: { env: LIVE }';
  const test = 'test: { url: https://sandbox.corner.test, secret: { env: TEST } }';
  it.each([
    { what: 'is absent by default', entry: live, sides: ['live'] },
    { what: 'has settings of its own', entry: `${live}, ${test}`, sides: ['live', 'test'] },
    { what: 'stands alone', entry: test, sides: ['test'] },
    { what: 'is simulated', entry: `${live}, test: simulate`, sides: ['live', 'test'] },
  ])('MOD-2: $what', async ({ entry, sides }) => {
    const loaded = await load(`providers: [{ name: corner, type: http, ${entry} }]`, { LIVE: 'live', TEST: 'test' });
    const [supplier = {}] = (loaded as Integrations).suppliers;
    expect(Object.keys(supplier)).toEqual(sides);
    expect(supplier.test === 'simulate').toBe(entry.includes('simulate'));
  });

  it('MOD-1: takes nothing over from the live side, not even an optional field', async () => {
    const entry = 'module: corner.mjs, options: { token: { env: LIVE } }, test: { module: corner.mjs }';
    const loaded = await load(`providers: [{ name: corner, type: module, ${entry} }]`, { LIVE: 'swordfish' });
    expect(loaded).toMatchObject({ suppliers: [{ live: { options: { token: 'swordfish' } }, test: { options: {} } }] });
  });

  it('creates the only side of a supplier without fields', async () => {
    const loaded = await load('providers: [{ name: sandbox, type: sandbox, test: {} }]');
    expect(loaded).toMatchObject({ suppliers: [{ test: { name: 'sandbox' } }] });
    expect((loaded as Integrations).suppliers[0]).not.toHaveProperty('live');
  });

  it.each([
    {
      what: 'a misspelt value',
      test: '    test: simulated',
      says: '6: test must be simulate, or an object with the fields url, secret, venue_prefix, timeout_seconds',
    },
    {
      what: 'an unknown field',
      test: '    test:\n      url: https://a.test\n      secret: { env: SET }\n      uri: https://a.test\n',
      says: '9: uri is not a field here; the fields are url, secret, venue_prefix, timeout_seconds',
    },
    {
      what: 'a missing field',
      test: '    test:\n      url: https://sandbox.corner.test\n',
      says: '6: secret is missing',
    },
    {
      what: 'a value of another type',
      test: '    test:\n      secret: { env: SET }\n      url: corner\n',
      says: '8: url must be an http or https URL',
    },
    {
      what: 'a variable that is not set',
      test: '    test:\n      url: https://sandbox.corner.test\n      secret: { env: UNSET }\n',
      says: '8: the environment variable UNSET is not set',
    },
    {
      what: 'the address of the live side',
      test: '    test:\n      url: https://corner.test\n      secret: { env: SET }\n',
      says: '6: the test side of corner is its live side, so test keys would book for real: set another url of',
    },
    { what: 'a list', test: '    test: [simulate]', says: '6: test must be simulate, or an object' },
  ])('is refused for $what', async ({ test: more, says }) => {
    const text = `providers:\n${http('corner', more).replace('{ env: PATH }', '{ env: SET }')}`;
    expect(await load(text, { SET: 'shared secret' })).toContain(says);
  });

  it('is refused if its venues overlap those of another test side', async () => {
    const entries = ['corner', 'corner_cafe'].map(
      (name, number) =>
        `  - name: ${name}\n    type: http\n    url: https://a.test\n    secret: { env: SET }\n    venue_prefix: ven_${number}\n    test:\n      url: https://b.test\n      secret: { env: SET }\n`,
    );
    expect(await load(`providers:\n${entries.join('')}`, { SET: 'shared secret' })).toContain(
      '15: corner_cafe and corner would handle the same venues: ven_corner_cafe_ and ven_corner_ overlap.',
    );
  });
});
