import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { BusyError } from '../store-errors.ts';
import { groupCalls } from './group-calls.ts';

interface Call {
  readonly key: string;
  readonly number: number;
}

const callsOf = (key: string, ...numbers: readonly number[]) => numbers.map((number) => ({ key, number }));

/** A statement that returns ten times the number of each call, and ends when the test ends it. */
function openGroups({ fail = () => undefined }: { fail?: (numbers: readonly number[]) => Error | undefined } = {}) {
  const groups: { readonly numbers: readonly number[]; readonly end: () => void }[] = [];
  const call = groupCalls(
    async (calls: readonly Call[]) => {
      const numbers = calls.map(({ number }) => number);
      await new Promise<void>((end) => groups.push({ numbers, end }));
      const error = fail(numbers);
      if (error) throw error;
      return numbers.map((number) => number * 10);
    },
    { keyOf: ({ key }) => key },
  );
  return {
    call: (calls: readonly Call[]) => Promise.allSettled(calls.map(call)),
    numbers: () => groups.map((group) => group.numbers),
    endAll: async () => {
      for (const { end } of groups) end();
      await turn();
    },
  };
}

const succeeded = (...values: readonly number[]) => values.map((value) => ({ status: 'fulfilled', value }));

it('runs the calls of one turn together for each key, and further ones after them', async () => {
  const { call, numbers, endAll } = openGroups();
  const first = call([...callsOf('a', 1, 2), ...callsOf('b', 3)]);
  expect(numbers()).toEqual([]);
  await turn();
  expect(numbers()).toEqual([[1, 2], [3]]);
  const later = [call(callsOf('a', 4)), call(callsOf('a', 5))];
  await turn();
  expect(numbers()).toHaveLength(2);
  await endAll();
  expect(await first).toEqual(succeeded(10, 20, 30));
  expect(numbers().slice(2)).toEqual([[4, 5]]);
  await endAll();
  expect(await Promise.all(later)).toEqual([succeeded(40), succeeded(50)]);
});

it('runs at most 32 calls together', async () => {
  const { call, numbers, endAll } = openGroups();
  const all = call(callsOf('a', ...Array.from({ length: 70 }, (_, number) => number)));
  await turn();
  await endAll();
  await endAll();
  await endAll();
  expect(numbers().map(({ length }) => length)).toEqual([32, 32, 6]);
  expect(await all).toHaveLength(70);
});

it('runs each call of a failed group alone, so that one fails no other', async () => {
  const error = new Error('2 is refused');
  const { call, numbers, endAll } = openGroups({ fail: (group) => (group.includes(2) ? error : undefined) });
  const all = call(callsOf('a', 1, 2, 3));
  await turn();
  for (let runs = 0; runs < 4; runs += 1) await endAll();
  expect(await all).toEqual([...succeeded(10), { status: 'rejected', reason: error }, ...succeeded(30)]);
  expect(numbers()).toEqual([[1, 2, 3], [1], [2], [3]]);
});

it('runs no call again while the database is unavailable', async () => {
  const error = new BusyError('The database is unavailable.');
  const { call, numbers, endAll } = openGroups({ fail: () => error });
  const all = call(callsOf('a', 1, 2));
  await turn();
  await endAll();
  expect(await all).toEqual([1, 2].map(() => ({ status: 'rejected', reason: error })));
  expect(numbers()).toEqual([[1, 2]]);
});
