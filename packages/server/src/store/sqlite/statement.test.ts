import { readFileSync, readdirSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { prepareOn } from '@booking-service/kernel/store/sqlite/statement';

it('gives get() only to a SELECT', () => {
  using db = new DatabaseSync(':memory:');
  const prepare = prepareOn(db);
  expect(prepare.read('SELECT 1 AS one').get()).toEqual({ one: 1 });
  for (const sql of ['INSERT INTO a VALUES (1) RETURNING a', ' UPDATE a SET a = 1', 'PRAGMA user_version']) {
    expect(() => prepare.read(sql)).toThrow('This statement is not a SELECT');
  }
  // @ts-expect-error A statement that writes has no get(), which would stop after the first row.
  expect(() => prepare.write('SELECT 1').get).not.toThrow();
});

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
