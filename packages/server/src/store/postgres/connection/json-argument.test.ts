import { expect, it } from 'vitest';
import { jsonArgument } from './database.ts';

it('replaces lone surrogates of a text, and keeps those of a document in a string', () => {
  const document = JSON.stringify({ name: 'Ada \ud800 \u0000', path: 'C:\\ud800' });
  const value = { document, pair: '\u{1f600}', lone: 'a\udc00b\\ud800', list: ['\ud800'] };
  const parsed = JSON.parse(jsonArgument(value));
  expect(parsed).toEqual({ document, pair: '\u{1f600}', lone: 'a\ufffdb\\ud800', list: ['\ufffd'] });
  expect(JSON.parse(parsed.document)).toEqual(JSON.parse(document));
});
