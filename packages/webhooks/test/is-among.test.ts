import { expect, it } from 'vitest';
import { isAmong } from '../src/lib/verifying/is-among.ts';

const expected = '0123456789abcdef'.repeat(4);

/** Text that counts the reads of its characters. */
class CountedText extends String {
  reads = 0;

  override charCodeAt(index: number): number {
    this.reads += 1;
    return super.charCodeAt(index);
  }
}

it.each([
  { name: 'the first digit', signature: `f${expected.slice(1)}` },
  { name: 'the last digit', signature: `${expected.slice(0, -1)}0` },
  { name: 'every digit', signature: 'g'.repeat(64) },
  { name: 'no digit', signature: expected },
])('SIG-3: reads all 64 digits of a signature that differs in $name', ({ signature }) => {
  const counted = new CountedText(signature);
  // A String object behaves like the string in the comparison, and counts the reads.
  expect(isAmong([counted as unknown as string], expected)).toBe(signature === expected);
  expect(counted.reads).toBe(64);
});

it('SIG-3: finds the expected signature after others and never a shorter one', () => {
  expect(isAmong(['f'.repeat(64), expected], expected)).toBe(true);
  expect(isAmong([expected.slice(0, 63), ''], expected)).toBe(false);
  expect(isAmong([], expected)).toBe(false);
});
