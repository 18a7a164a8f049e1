import { expect, it } from 'vitest';
import { createSealing } from './sealing.ts';

const key = Uint8Array.from({ length: 32 }, (_, index) => index);
const sealing = createSealing(key);

it('ORG-2: opens every text for its owner', () => {
  for (const text of ['whsec_abc', '', 'é☃'.repeat(500)]) {
    expect(createSealing(key).open(sealing.seal(text, 'org_a'), 'org_a')).toBe(text);
  }
});

it('ORG-2: opens a text that an earlier version sealed', () => {
  const sealed = 'v1.AAECAwQFBgcICQoLMGqlfqa6o3nuxyNqOTtSS9y_Cu4zlhWXFg';
  expect(sealing.open(sealed, 'org_a')).toBe('whsec_abc');
});

it('ORG-2: names the key of a sealed text, and opens what a further key sealed', () => {
  const next = createSealing(new Uint8Array(32).fill(1), [key]);
  const [old, fresh] = [sealing.seal('whsec_abc', 'org_a'), next.seal('whsec_abc', 'org_a')];
  expect([sealing.keyIdOf(old), next.keyIdOf(old), next.keyIdOf(fresh)]).toEqual([
    sealing.key_id,
    sealing.key_id,
    next.key_id,
  ]);
  expect(next.key_id).not.toBe(sealing.key_id);
  expect(next.other_key_ids).toEqual([sealing.key_id]);
  const earlier = 'v1.AAECAwQFBgcICQoLMGqlfqa6o3nuxyNqOTtSS9y_Cu4zlhWXFg';
  expect(next.keyIdOf(earlier)).toBeUndefined();
  for (const sealed of [old, fresh, earlier]) expect(next.open(sealed, 'org_a')).toBe('whsec_abc');
  expect(() => sealing.open(fresh, 'org_a')).toThrow(
    `The sealed text of org_a does not open: it was sealed with the key ${next.key_id}, which was not given.`,
  );
  expect(() => next.open(old, 'org_b')).toThrow('does not open');
  expect(next.otherDigests('ada@reader.test', 'org_a')).toEqual([sealing.digest('ada@reader.test', 'org_a')]);
});

it('ORG-2: seals the same text differently each time, and hides it', () => {
  const sealed = Array.from({ length: 50 }, () => sealing.seal('whsec_abc', 'org_a'));
  expect(new Set(sealed.map((text) => text.slice(0, 28))).size).toBe(50);
  for (const text of sealed) {
    expect(text).toMatch(/^v2\.[0-9a-f]{8}\.[\w-]+$/);
    expect(Buffer.from(text.slice(12), 'base64url').includes('whsec_abc')).toBe(false);
  }
});

it('ORG-2: refuses another owner and another key', () => {
  const sealed = sealing.seal('whsec_abc', 'org_a');
  expect(() => sealing.open(sealed, 'org_b')).toThrow('The sealed text of org_b does not open');
  expect(() => createSealing(new Uint8Array(32)).open(sealed, 'org_a')).toThrow('does not open');
});

it('ORG-2: refuses a sealed text with a changed byte', () => {
  const sealed = sealing.seal('whsec_abc', 'org_a');
  const [start, bytes] = [sealed.slice(0, 12), Buffer.from(sealed.slice(12), 'base64url')];
  for (const index of bytes.keys()) {
    const changed = Buffer.from(bytes);
    changed[index] = (changed[index] ?? 0) ^ 1;
    expect(() => sealing.open(start + changed.toString('base64url'), 'org_a')).toThrow('does not open');
  }
});

it.each(['', 'whsec_abc', 'v3.AAAA', 'v2.AAAA', 'v2.0123abcd.AAAA', 'v1.', 'v1.AAAA'])(
  'ORG-2: refuses %j, which is not a sealed text',
  (text) => {
    expect(() => sealing.open(text, 'org_a')).toThrow('The sealed text of org_a has a form that');
  },
);

it.each([0, 16, 31, 33])('refuses a key of %i bytes', (length) => {
  expect(() => createSealing(new Uint8Array(length))).toThrow(`A sealing key has 32 bytes, not ${length}.`);
});

it('SES-4: digests a text the same each time, and differently for another owner, text or key', () => {
  const digest = sealing.digest('ada@reader.test', 'org_a');
  expect(createSealing(key).digest('ada@reader.test', 'org_a')).toBe(digest);
  const others = [
    sealing.digest('ada@reader.test', 'org_b'),
    sealing.digest('bob@reader.test', 'org_a'),
    createSealing(new Uint8Array(32)).digest('ada@reader.test', 'org_a'),
  ];
  expect(new Set([digest, ...others]).size).toBe(4);
  expect(digest).toMatch(/^[\w-]{43}$/);
});
