/** The kernel names no service: no word of this repository's own service stands in its files. The scope of the packages does not count. */
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const stems = ['booking', 'venue', 'guest', 'diner', 'party_size'];
const words = new RegExp(String.raw`${stems.join('|')}|\bproviders?\b|bkg_`, 'i');

/** Returns the lines with such a word, also in the bytes of a number. */
function findWords(text: string): string[] {
  return text.split('\n').filter((line) => {
    const bytes = [...line.matchAll(/0x((?:[\da-f]{2})+)\b/gi)].map(([, hex = '']) =>
      Buffer.from(hex, 'hex').toString(),
    );
    return words.test(line.replaceAll('@booking-service/', '')) || /\bbook/i.test(bytes.join(' '));
  });
}

it('names nothing of a service', () => {
  expect(findWords(`import '@booking-service/contract';\nconst tracerProvider = 1;`)).toEqual([]);
  expect(findWords('const booking_id = 1;\n// calls the provider\nconst a = 2;')).toHaveLength(2);
  expect(findWords('PRAGMA application_id = 0x426f6f6b;\nconst port = 0x1f90;')).toHaveLength(1);
  const files = globSync('{src,test,migrations}/**/*.{ts,sql}', { cwd: root }).filter(
    (file) => !file.endsWith('words.test.ts'),
  );
  expect(files.length).toBeGreaterThan(30);
  const found = files.flatMap((file) =>
    findWords(readFileSync(`${root}/${file}`, 'utf8')).map((line) => `${file}: ${line}`),
  );
  expect(found).toEqual([]);
});
