import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { apiKeyDigest, newSigningSecret } from '@booking-service/kernel/contract';
import { newApiKey } from '../../src/domain/ids.ts';

it.each([
  { mode: 'test', form: /^sk_test_[A-Za-z0-9_-]{32}$/ },
  { mode: 'live', form: /^sk_live_[A-Za-z0-9_-]{32}$/ },
] as const)('AUT-7: a $mode key has its prefix and 192 random bits', ({ mode, form }) => {
  const keys = Array.from({ length: 100 }, () => newApiKey(mode));
  for (const key of keys) expect(key).toMatch(form);
  expect(new Set(keys).size).toBe(100);
});

it('AUT-7: keeps only the SHA-256 of a key, in hex', () => {
  expect(apiKeyDigest('sk_test_é')).toBe(createHash('sha256').update('sk_test_é', 'utf8').digest('hex'));
  expect(apiKeyDigest('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});

it('ORG-2: a signing secret has 256 random bits', () => {
  const secrets = Array.from({ length: 100 }, () => newSigningSecret());
  for (const secret of secrets) expect(secret).toMatch(/^whsec_[A-Za-z0-9_-]{43}$/);
  expect(new Set(secrets).size).toBe(100);
});
