import { expect, it } from 'vitest';
import { createSealing } from './sealing.ts';

const key = Uint8Array.from({ length: 32 }, (_, index) => index);
const sealing = createSealing(key);

it('ORG-2: opens for its owner what was sealed, whatever the text', () => {
  for (const text of ['whsec_abc', '', 'é☃'.repeat(500)]) {
    expect(createSealing(key).open(sealing.seal(text, 'org_a'), 'org_a')).toBe(text);
  }
});

it('ORG-2: opens what an earlier version of the program sealed', () => {
  const kept = 'v1.AAECAwQFBgcICQoLMGqlfqa6o3nuxyNqOTtSS9y_Cu4zlhWXFg';
  expect(sealing.open(kept, 'org_a')).toBe('whsec_abc');
});

it('ORG-2: seals a text differently each time, and shows nothing of it', () => {
  const sealed = Array.from({ length: 50 }, () => sealing.seal('whsec_abc', 'org_a'));
  expect(new Set(sealed.map((text) => text.slice(0, 19))).size).toBe(50);
  for (const text of sealed) {
    expect(text).toMatch(/^v1\.[\w-]+$/);
    expect(Buffer.from(text.slice(3), 'base64url').includes('whsec_abc')).toBe(false);
  }
});

it('ORG-2: opens for no other owner and under no other key', () => {
  const sealed = sealing.seal('whsec_abc', 'org_a');
  expect(() => sealing.open(sealed, 'org_b')).toThrow('What is sealed for org_b does not open');
  expect(() => createSealing(new Uint8Array(32)).open(sealed, 'org_a')).toThrow('does not open');
});

it('ORG-2: does not open once any of its bytes is another', () => {
  const bytes = Buffer.from(sealing.seal('whsec_abc', 'org_a').slice(3), 'base64url');
  for (const index of bytes.keys()) {
    const changed = Buffer.from(bytes);
    changed[index] = (changed[index] ?? 0) ^ 1;
    expect(() => sealing.open(`v1.${changed.toString('base64url')}`, 'org_a')).toThrow('does not open');
  }
});

it.each(['', 'whsec_abc', 'v2.AAAA', 'v1.', 'v1.AAAA'])('ORG-2: knows %j for nothing that it sealed', (text) => {
  expect(() => sealing.open(text, 'org_a')).toThrow('What is kept of org_a is not sealed in a form');
});

it.each([0, 16, 31, 33])('takes no key of %i bytes', (length) => {
  expect(() => createSealing(new Uint8Array(length))).toThrow(`A sealing key has 32 bytes, not ${length}.`);
});

it('SES-4: digests a text the same way each time, and another way for another owner, text or key', () => {
  const digest = sealing.digest('ada@diner.test', 'org_a');
  expect(createSealing(key).digest('ada@diner.test', 'org_a')).toBe(digest);
  const others = [
    sealing.digest('ada@diner.test', 'org_b'),
    sealing.digest('bob@diner.test', 'org_a'),
    createSealing(new Uint8Array(32)).digest('ada@diner.test', 'org_a'),
  ];
  expect(new Set([digest, ...others]).size).toBe(4);
  expect(digest).toMatch(/^[\w-]{43}$/);
});
