import { DatabaseError } from 'pg';
import { expect, it } from 'vitest';
import { unavailableCode, jsonArgument } from './database.ts';

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
