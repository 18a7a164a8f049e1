import { readFileSync, readdirSync } from 'node:fs';
import { expect, it } from 'vitest';

it('prepares every RETURNING with prepareOn()', () => {
  const stores = [new URL('../', import.meta.url), new URL('../../../../kernel/src/store/', import.meta.url)];
  const files = stores.flatMap((store) =>
    readdirSync(store, { encoding: 'utf8', recursive: true })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .map((name) => new URL(name, store)),
  );
  const prepared = files.flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    return [...text.matchAll(/\.prepare\(\s*(?<quote>['"`])(?<sql>.*?)\k<quote>/gs)].map(
      ({ groups }) => groups?.['sql'] ?? '',
    );
  });
  expect(prepared.length).toBeGreaterThan(0);
  expect(prepared.filter((sql) => /RETURNING/i.test(sql))).toEqual([]);
});
