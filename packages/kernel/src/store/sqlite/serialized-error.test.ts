import { expect, it } from 'vitest';
import { BusyError } from '../store-errors.ts';
import { deserializeError, serializeError } from './group-commit.ts';
import { StoreError } from './sqlite-errors.ts';

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
