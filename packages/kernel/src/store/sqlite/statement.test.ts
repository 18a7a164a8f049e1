import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { prepareOn, prepareSharedOn, toPositional } from './statement.ts';

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
