import { setImmediate as turn } from 'node:timers/promises';
import { DatabaseError } from 'pg';
import { expect, it } from 'vitest';
import { BusyError } from '../store-errors.ts';
import { groupCalls, jsonArgument, unavailableCode } from './database.ts';

it.each([
  ['08006', 'database_unreachable'],
  ['28P01', 'database_unreachable'],
  ['3D000', 'database_unreachable'],
  ['55000', 'database_unreachable'],
  ['57P01', 'database_unreachable'],
  ['57P02', 'database_unreachable'],
  ['57P03', 'database_unreachable'],
  ['57014', 'database_busy'],
  ['40001', 'database_busy'],
  ['40P01', 'database_busy'],
  ['55006', 'database_busy'],
  ['55P03', 'database_busy'],
  ['25006', 'database_read_only'],
  ['53000', 'database_overloaded'],
  ['53200', 'database_overloaded'],
  ['53300', 'database_overloaded'],
  ['53100', 'database_full'],
  ['58030', 'database_io_failed'],
  ['XX001', 'database_damaged'],
  ['XX002', 'database_damaged'],
  // Bugs of the program: a wrong statement, a value that does not fit, a broken constraint.
  ['42601', undefined],
  ['42P01', undefined],
  ['22P02', undefined],
  ['23505', undefined],
  ['25P02', undefined],
  ['XX000', undefined],
])('SQLSTATE %s is %s', (state, code) => {
  const error = new DatabaseError('failed', 6, 'error');
  error.code = state;
  expect(unavailableCode(error)).toBe(code);
});

it('returns database_unreachable for an error of the driver, and no code for a bug', () => {
  expect(unavailableCode(new Error('Connection terminated unexpectedly'))).toBe('database_unreachable');
  expect(unavailableCode(new TypeError('x is not a function'))).toBeUndefined();
  expect(unavailableCode('text')).toBeUndefined();
});

it('replaces lone surrogates of a text, and keeps those of a document in a string', () => {
  const document = JSON.stringify({ name: 'Ada \ud800 \u0000', path: 'C:\\ud800' });
  const value = { document, pair: '\u{1f600}', lone: 'a\udc00b\\ud800', list: ['\ud800'] };
  const parsed = JSON.parse(jsonArgument(value));
  expect(parsed).toEqual({ document, pair: '\u{1f600}', lone: 'a\ufffdb\\ud800', list: ['\ufffd'] });
  expect(JSON.parse(parsed.document)).toEqual(JSON.parse(document));
});

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
