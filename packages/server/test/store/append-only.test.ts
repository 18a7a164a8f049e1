/** The audit log is only added to: no statement of the program, of a function or of a migration changes or removes an entry. */
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const files = globSync(['src/**/*.{ts,sql}', 'migrations/**/*.sql'], { cwd: root }).map((file) =>
  file.replaceAll('\\', '/'),
);
const changing =
  /\b(?:UPDATE|DELETE\s+FROM|TRUNCATE|DROP\s+TABLE(?:\s+IF\s+EXISTS)?|REPLACE\s+INTO)\s+(?:ONLY\s+)?audit_entries\b/i;

it('no statement updates or deletes an entry of the audit log', () => {
  expect('DELETE FROM audit_entries WHERE id = 1').toMatch(changing);
  const texts = files.map((file) => ({ file, text: readFileSync(root + file, 'utf8') }));
  expect(texts.filter(({ text }) => /\bINSERT INTO audit_entries\b/.test(text)).map(({ file }) => file)).toEqual([
    'src/store/access/audit-log.ts',
  ]);
  expect(texts.filter(({ text }) => changing.test(text)).map(({ file }) => file)).toEqual([]);
});
