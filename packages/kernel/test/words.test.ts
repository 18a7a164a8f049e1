/** The kernel names no service: no word of this repository's own service stands in its files. The scope of the packages does not count. */
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const stems = ['booking', 'venue', 'guest', 'diner', 'party_size'];
const words = new RegExp(String.raw`${stems.join('|')}|\bproviders?\b|bkg_`, 'i');

/** Returns the lines with such a word. */
function findWords(text: string): string[] {
  return text.split('\n').filter((line) => words.test(line.replaceAll('@booking-service/', '')));
}

it('names nothing of a service', () => {
  expect(findWords(`import '@booking-service/contract';\nconst tracerProvider = 1;`)).toEqual([]);
  expect(findWords('const booking_id = 1;\n// calls the provider\nconst a = 2;')).toHaveLength(2);
  const files = globSync('{src,test}/**/*.{ts,sql}', { cwd: root }).filter((file) => !file.endsWith('words.test.ts'));
  expect(files.length).toBeGreaterThan(30);
  const found = files.flatMap((file) =>
    findWords(readFileSync(`${root}/${file}`, 'utf8')).map((line) => `${file}: ${line}`),
  );
  expect(found).toEqual([]);
});
