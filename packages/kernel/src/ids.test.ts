import { hash } from 'node:crypto';
import { expect, it } from 'vitest';
import { apiKeyDigest, cellOf, idStart, newNumberedId, newSecretPart, tokenDigest } from './ids.ts';

const sha256 = (text: string) => hash('sha256', text, 'hex');

it('an id has the number of its cell at its end, and sorts by its time', () => {
  const [plain, first, second] = [newNumberedId('org', undefined), newNumberedId('org', 123), newNumberedId('org', 7)];
  expect([plain, first, second].map(cellOf)).toEqual([undefined, 123, 7]);
  expect([second, first, plain].toSorted()).toEqual([plain, first, second]);
  // Names that a sandbox gives are no numbers.
  expect(['org_harbour_2', 'org_2', `${plain}_0`, `${plain}_1000`].map(cellOf)).toEqual(Array(4).fill(undefined));
});

it('the digest of a key or a token has the number of its cell', () => {
  const [key, token] = [`sk_live_${newSecretPart('api_key', 12)}`, `adm_${newSecretPart('access_token', 3)}`];
  expect([apiKeyDigest(key), tokenDigest(token)]).toEqual([`${sha256(key)}_12`, `${sha256(token)}_3`]);
  expect([cellOf(apiKeyDigest(key)), cellOf(tokenDigest(token))]).toEqual([12, 3]);
});

it('a key and a token without a number keep their digest, also if their random part looks like one', () => {
  for (const start of ['2_', '12_', '999_', 'abc_5_', '2_2_']) {
    const key = `sk_live_${start.padEnd(32, 'x')}`;
    const token = `adm_${start.padEnd(43, 'x')}`;
    expect([apiKeyDigest(key), tokenDigest(token)]).toEqual([sha256(key), sha256(token)]);
  }
  // The part after a number in a random part may have the length of a key's.
  const token = `adm_abcdefgh_5_${'x'.repeat(32)}`;
  expect(tokenDigest(token)).toBe(sha256(token));
});

it('the start of the ids of a time has their form at every time that a request can state', () => {
  const starts = ['0001-01-01T00:00:00Z', '1970-01-01T00:00:00Z', '2026-11-21T09:30:00Z', '9999-12-31T23:59:59Z'].map(
    (time) => idStart('evt', new Date(time)),
  );
  expect(starts.filter((each) => !/^evt_[\da-f]{12}$/.test(each))).toEqual([]);
  expect(starts.toSorted()).toEqual(starts);
});
