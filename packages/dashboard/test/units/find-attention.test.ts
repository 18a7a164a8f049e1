import { describe, expect, it } from 'vitest';
import { findAttention, type AttentionFacts } from '../../src/screens/overview/find-attention.ts';

const status_classes = { '2xx': 0, '3xx': 0, '4xx': 0, '5xx': 0, other: 0, no_response: 0 };
const at = '2026-11-21T09:30:00.000Z';

function facts(): AttentionFacts {
  const id = 'org_1';
  return {
    organization: {
      id,
      object: 'organization',
      name: 'Harbour Group',
      created: at,
      standing: 'active',
      webhook_url: 'https://harbour.test/',
      rate_limit: 300,
      test_allowance: 100,
      test_confirmed: 4,
    },
    settings: {
      object: 'settings',
      organization_id: id,
      name: 'Harbour Group',
      webhook_url: 'https://harbour.test/',
      secret_prepared_at: null,
    },
    usage: {
      object: 'usage',
      organization_id: id,
      rate: { limit: 300, used: 12, remaining: 288, window_started_at: at, resets_at: at },
      test_bookings: { allowance: 100, confirmed: 4, reserved: 0, remaining: 96 },
    },
    counts: [
      { from: at, before: at, succeeded: 99, failed: 1, abandoned: 0, status_classes, mean_ms: 12, slowest_ms: 40 },
    ],
    failing_since: null,
  };
}

it('finds nothing in an organization that works', () => {
  expect(findAttention(facts())).toEqual([]);
});

const count = (changes: Partial<AttentionFacts['counts'][0]>): AttentionFacts => {
  return { ...facts(), counts: facts().counts.map((each) => ({ ...each, ...changes })) };
};
const usage = (changes: Partial<AttentionFacts['usage']>) => ({ ...facts(), usage: { ...facts().usage, ...changes } });

describe('finds', () => {
  it.each<readonly [string, AttentionFacts, string]>([
    [
      'a suspended organization',
      { ...facts(), organization: { ...facts().organization, standing: 'suspended' } },
      'suspended',
    ],
    ['abandoned deliveries', count({ abandoned: 2 }), '2 deliveries were abandoned'],
    [
      'many failed attempts',
      count({ succeeded: 90, failed: 10, status_classes: { ...status_classes, '2xx': 90, '5xx': 10 } }),
      '10 of 100 webhook attempts failed',
    ],
    [
      'webhooks that all fail, while their deliveries are pending',
      {
        ...count({ succeeded: 0, failed: 3, status_classes: { ...status_classes, no_response: 3 } }),
        failing_since: at,
      },
      'Every webhook has failed since Nov 21, 2026',
    ],
    [
      'an allowance that is used up',
      usage({ test_bookings: { allowance: 100, confirmed: 100, reserved: 0, remaining: 0 } }),
      'used up',
    ],
    [
      'an allowance that is reserved',
      usage({ test_bookings: { allowance: 100, confirmed: 4, reserved: 96, remaining: 0 } }),
      'reserve the rest of the test allowance',
    ],
    [
      'an allowance near its end',
      usage({ test_bookings: { allowance: 100, confirmed: 80, reserved: 0, remaining: 20 } }),
      '20 test bookings are left',
    ],
    ['a window near its limit', usage({ rate: { ...facts().usage.rate, used: 240 } }), '240 of 300 requests'],
    [
      'a rotation that was begun',
      { ...facts(), settings: { ...facts().settings, secret_prepared_at: at } },
      'not activated',
    ],
    [
      'a missing webhook URL',
      { ...facts(), settings: { ...facts().settings, webhook_url: null } },
      'Without a webhook URL',
    ],
  ])('%s', (_name, given, text) => {
    const found = findAttention(given);
    expect(found).toHaveLength(1);
    expect(found[0]?.text).toContain(text);
  });
});

it('puts the most urgent first', () => {
  const both = { ...count({ abandoned: 1 }), settings: { ...facts().settings, webhook_url: null } };
  expect(findAttention(both).map(({ tone }) => tone)).toEqual(['bad', 'accent']);
});
