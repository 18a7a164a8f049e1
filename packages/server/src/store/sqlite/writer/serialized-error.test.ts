import { expect, it } from 'vitest';
import { BusyError } from '../../busy-error.ts';
import { serializeError, deserializeError } from './serialized-error.ts';
import { StoreError } from '../file/store-error.ts';

function carried(error: unknown): Error {
  return deserializeError(structuredClone(serializeError(error)));
}

it.each([
  new BusyError('busy'),
  new StoreError('closed'),
  new RangeError('range'),
  new TypeError('type'),
  new Error('error'),
])('keeps class, message and stack: $name', (error) => {
  const arrived = carried(error);
  expect(arrived).toBeInstanceOf(error.constructor);
  expect([arrived.name, arrived.message, arrived.stack]).toEqual([error.name, error.message, error.stack]);
});

it('keeps the codes by which errors are told apart, and the cause', () => {
  const codes = { code: 'ERR_SQLITE_ERROR', errcode: 5, errstr: 'database is locked' };
  const arrived = carried(
    new BusyError('busy', { cause: Object.assign(new Error('locked'), codes, { extra: () => 1 }) }),
  );
  expect(arrived.cause).toMatchObject({ message: 'locked', ...codes });
  expect(arrived.cause).not.toHaveProperty('extra');
});

it('makes an error of whatever else was thrown', () => {
  expect(carried('text')).toEqual(new Error('text'));
});
