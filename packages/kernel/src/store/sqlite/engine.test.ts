import { DatabaseSync } from 'node:sqlite';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { unavailableCode } from './file.ts';
import { BusyError, StoreError } from '../store-errors.ts';
import { deserializeError, serializeError } from './group-commit.ts';
import { prepareOn, prepareSharedOn, toPositional } from './statement.ts';
import { gatherCalls } from './writer.ts';

it.each([
  { result: 'SQLITE_PERM', errcode: 3, code: 'database_read_only' },
  { result: 'SQLITE_BUSY', errcode: 5, code: 'database_busy' },
  { result: 'SQLITE_BUSY_SNAPSHOT', errcode: 517, code: 'database_busy' },
  { result: 'SQLITE_LOCKED', errcode: 6, code: 'database_busy' },
  { result: 'SQLITE_NOMEM', errcode: 7, code: 'database_overloaded' },
  { result: 'SQLITE_READONLY', errcode: 8, code: 'database_read_only' },
  { result: 'SQLITE_READONLY_DBMOVED', errcode: 1032, code: 'database_read_only' },
  { result: 'SQLITE_IOERR_WRITE', errcode: 778, code: 'database_io_failed' },
  { result: 'SQLITE_IOERR_FSYNC', errcode: 1034, code: 'database_io_failed' },
  { result: 'SQLITE_IOERR_SHMSIZE', errcode: 4874, code: 'database_io_failed' },
  { result: 'SQLITE_CORRUPT', errcode: 11, code: 'database_damaged' },
  { result: 'SQLITE_CORRUPT_INDEX', errcode: 779, code: 'database_damaged' },
  { result: 'SQLITE_FULL', errcode: 13, code: 'database_full' },
  { result: 'SQLITE_CANTOPEN', errcode: 14, code: 'database_unreachable' },
  { result: 'SQLITE_PROTOCOL', errcode: 15, code: 'database_busy' },
  { result: 'SQLITE_NOTADB', errcode: 26, code: 'database_damaged' },
  // Bugs of the program.
  { result: 'SQLITE_ERROR', errcode: 1, code: undefined },
  { result: 'SQLITE_TOOBIG', errcode: 18, code: undefined },
  { result: 'SQLITE_CONSTRAINT_UNIQUE', errcode: 2067, code: undefined },
  { result: 'SQLITE_MISUSE', errcode: 21, code: undefined },
])('$result is $code', ({ errcode, code }) => {
  expect(unavailableCode(Object.assign(new Error('failed'), { errcode }))).toBe(code);
});

it('returns no code for an error of another kind', () => {
  expect(unavailableCode(new Error('failed'))).toBeUndefined();
});

function roundTrip(error: unknown): Error {
  return deserializeError(structuredClone(serializeError(error)));
}

it.each([
  new BusyError('busy'),
  new StoreError('closed'),
  new RangeError('range'),
  new TypeError('type'),
  new Error('error'),
])('keeps class, message and stack: $name', (error) => {
  const received = roundTrip(error);
  expect(received).toBeInstanceOf(error.constructor);
  expect([received.name, received.message, received.stack]).toEqual([error.name, error.message, error.stack]);
});

it('keeps the codes and the cause', () => {
  const codes = { code: 'ERR_SQLITE_ERROR', errcode: 5, errstr: 'database is locked' };
  const received = roundTrip(
    new BusyError('busy', { cause: Object.assign(new Error('locked'), codes, { extra: () => 1 }) }),
  );
  expect(received.cause).toMatchObject({ message: 'locked', ...codes });
  expect(received.cause).not.toHaveProperty('extra');
});

it('makes an Error of any other thrown value', () => {
  expect(roundTrip('text')).toEqual(new Error('text'));
});

it('gives get() only to a SELECT', () => {
  using db = new DatabaseSync(':memory:');
  const prepare = prepareOn(db);
  expect(prepare.read('SELECT 1 AS one').get()).toEqual({ one: 1 });
  for (const sql of ['INSERT INTO a VALUES (1) RETURNING a', ' UPDATE a SET a = 1', 'PRAGMA user_version']) {
    expect(() => prepare.read(sql)).toThrow('This statement is not a SELECT');
  }
  // @ts-expect-error A statement that writes has no get(), which would stop after the first row.
  expect(() => prepare.write('SELECT 1').get).not.toThrow();
});

it('takes the values of a statement by number, once or repeated, with null', async () => {
  using db = new DatabaseSync(':memory:');
  const prepare = prepareSharedOn(db);
  const inOrder = prepare({ name: 'in_order', text: 'SELECT $1 AS a, $2 AS b' });
  expect(await inOrder('first', null)).toEqual([{ a: 'first', b: null }]);
  const repeated = prepare({ name: 'repeated', text: 'SELECT $2 AS b, $1 AS a, $2 AS c, $10 AS j' });
  const values = ['first', null, 3, 4, 5, 6, 7, 8, 9, 'tenth'];
  expect(await repeated(...values)).toEqual([{ b: null, a: 'first', c: null, j: 'tenth' }]);
});

it('names no parameter by its number, to which Node 22.16 binds no value', () => {
  expect(toPositional('SELECT $1, $12').text).toBe('SELECT ?, ?');
});

function openGathering() {
  const lists: string[][] = [];
  const waits = new Set<() => void>();
  const take = gatherCalls((calls) => void lists.push(calls.map(({ method }) => method)), {
    patient: new Set(['claimRuns', 'postponeRun', 'readyRuns']),
    after(_ms, task) {
      waits.add(task);
      return () => void waits.delete(task);
    },
  });
  return {
    lists,
    waits,
    call: (...methods: string[]) => {
      for (const method of methods) take({ id: 1, method, args: [] });
    },
  };
}

it('passes on the calls of one turn of the event loop together, in order', async () => {
  const { call, lists } = openGathering();
  call('claimRuns', 'insertLoan');
  await Promise.resolve();
  call('changeLoan');
  expect(lists).toEqual([]);
  await turn();
  call('insertLoan');
  await turn();
  expect(lists).toEqual([['claimRuns', 'insertLoan', 'changeLoan'], ['insertLoan']]);
});

it("lets the worker's calls wait for a request while requests write together", async () => {
  const { call, lists, waits } = openGathering();
  call('insertLoan', 'insertLoan');
  await turn();
  call('claimRuns');
  await turn();
  call('postponeRun');
  await turn();
  expect(lists).toEqual([['insertLoan', 'insertLoan']]);
  call('insertLoan', 'readyRuns');
  await turn();
  expect(lists.slice(1)).toEqual([['claimRuns', 'postponeRun', 'insertLoan', 'readyRuns']]);
  expect(waits.size).toBe(0);
});

it("passes on the worker's calls after their wait, and then without one", async () => {
  const { call, lists, waits } = openGathering();
  call('insertLoan', 'insertLoan');
  await turn();
  call('claimRuns', 'readyRuns');
  expect(waits.size).toBe(1);
  for (const end of waits) end();
  expect(lists.slice(1)).toEqual([['claimRuns', 'readyRuns']]);
  call('postponeRun');
  await turn();
  expect(lists.slice(2)).toEqual([['postponeRun']]);
});

it("does not let the worker's calls wait if one request wrote alone", async () => {
  const { call, lists } = openGathering();
  call('insertLoan');
  await turn();
  call('claimRuns');
  await turn();
  expect(lists).toEqual([['insertLoan'], ['claimRuns']]);
});
