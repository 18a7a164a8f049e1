/**
 * Refuses words that code, comments, messages, titles and pages must not contain. CONTRIBUTING.md describes the style. Some words have
 * another meaning in this repository, so no test refuses them. Avoid: answer, reply (of a server: response); asks (of a program: requests);
 * call (an HTTP request: request, its method and path: operation); private contract (admin contract); login (sign in); look (poll, read).
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { listFiles } from '../working-copy/working-copy.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Each word with its replacement. */
const refused: Readonly<Record<string, string>> = {
  'nobody|somebody|whoever': 'no, each, or the actor: the caller, the operator',
  'tells|told': 'reports, returns, states',
  knows: 'has, stores, supports',
  'mend|mends|mended': 'fix',
  'for ever': 'forever',
  'all the same': 'anyway',
  'newcomers?': 'new contributor',
  'half pairs?': 'lone surrogate',
};
const words = Object.entries(refused).map(([word, replacement]) => ({
  pattern: new RegExp(String.raw`\b(?:${word})\b`, 'i'),
  replacement,
}));

/** This file lists the words. A released migration or contract never changes. */
const exempt = /^scripts\/pages\/plain-english\.test\.ts$|\/migrations\/|^openapi\/released\/|package-lock\.json$/;
const text = /\.(?:ts|js|mjs|py|md|ya?ml|json|toml|sh|css)$|^\.ci\/run$/;

/** Returns each refused word with its place and its replacement. */
function findWords(file: string, content: string): string[] {
  return content.split('\n').flatMap((line, index) =>
    words.flatMap(({ pattern, replacement }) => {
      const word = pattern.exec(line)?.[0];
      return word === undefined ? [] : [`${file}:${index + 1} ${word}. Use: ${replacement}`];
    }),
  );
}

it('finds a refused word in a comment, a title and a page', () => {
  expect(findWords('a.ts', '// Tells whether it fits.')).toEqual(['a.ts:1 Tells. Use: reports, returns, states']);
  expect(findWords('a.test.ts', "\nit('is mended', run);")).toEqual(['a.test.ts:2 mended. Use: fix']);
  expect(findWords('a.md', 'Kept for ever.')).toEqual(['a.md:1 for ever. Use: forever']);
  expect(findWords('a.ts', 'const recommended = retold(unknown);')).toEqual([]);
});

it('finds no refused word in the repository', () => {
  const files = listFiles(root).filter((file) => text.test(file) && !exempt.test(file));
  expect(files.length).toBeGreaterThan(900);
  expect(files.flatMap((file) => findWords(file, readFileSync(`${root}/${file}`, 'utf8')))).toEqual([]);
});
