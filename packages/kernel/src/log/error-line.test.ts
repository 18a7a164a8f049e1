import { expect, it } from 'vitest';
import { errorLine } from './error-line.ts';

it('returns type, message, code, stack and every cause', () => {
  const root = Object.assign(new TypeError('The socket closed.'), { code: 'ECONNRESET', sql: 'SELECT 1' });
  const line = errorLine(new Error('The call failed.', { cause: root }));
  expect(line).toEqual({
    type: 'Error',
    message: 'The call failed.',
    stack: expect.stringContaining('error-line.test'),
    cause: {
      type: 'TypeError',
      message: 'The socket closed.',
      code: 'ECONNRESET',
      stack: expect.stringContaining('error-line.test'),
    },
  });
});

it('ERR-7: masks secrets in messages, codes, stacks and causes', () => {
  const cause = Object.assign(new Error('whsec_hunter2'), { code: 'sk_test_hunter2' });
  const line = errorLine(new Error('sk_live_hunter2', { cause: new Error('ada@hunter2.test', { cause }) }));
  expect(JSON.stringify(line)).not.toContain('hunter2');
});

it('ERR-7: masks personal data as whole words, in any case', () => {
  const reader = { first_name: 'Al', last_name: "O'Byron (jr.)", phone: '+351210000000' };
  const about = {
    loan: { reader, book_id: 'boo_1', metadata: { note: 'by the window' } },
    answer: { code: '424242' },
  };
  const error = new Error("AL o'byron (jr.) of boo_1 also wants by the window with 424242, not 4242424");
  expect(errorLine(error, about, ['reader']).message).toBe(
    '[masked] [masked] of boo_1 also wants [masked] with [masked], not 4242424',
  );
});

it('accepts values that are not errors, and circular causes', () => {
  expect(errorLine('sk_test_x')).toEqual({ type: 'string', message: '[masked]' });
  expect(errorLine(undefined)).toEqual({ type: 'undefined', message: 'undefined' });
  const circle = new Error('round');
  circle.cause = circle;
  const about: { reader?: unknown } = {};
  about.reader = about;
  expect(JSON.stringify(errorLine(circle, about, ['reader'])).length).toBeLessThan(100_000);
});
