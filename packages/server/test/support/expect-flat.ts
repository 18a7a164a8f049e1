import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect } from 'vitest';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const rounds = 5;

/**
 * Repeats a round until one leaves less than `allowed` bytes in the memory of this process. A leak grows in every round. What else
 * grows, such as compiled code and objects of earlier tests of the process, does not.
 */
export async function expectFlat(allowed: number, round: (number: number) => Promise<void>): Promise<void> {
  const grown: number[] = [];
  for (let number = 0; number < rounds && !grown.some((bytes) => bytes < allowed); number += 1) {
    const before = await usedBytes();
    await round(number);
    grown.push((await usedBytes()) - before);
  }
  expect(Math.min(...grown)).toBeLessThan(allowed);
}

async function usedBytes(): Promise<number> {
  // Objects that end in one turn of the event loop are released in the next.
  for (let turn = 0; turn < 3; turn += 1) {
    await nextTurn();
    collect();
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
