import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { notOnMock } from './support/target.ts';

const folder = fileURLToPath(new URL('service', import.meta.url));

it('lists only existing tests as unfit for the mock', () => {
  const texts = globSync('*.test.ts', { cwd: folder }).map((name) => readFileSync(`${folder}/${name}`, 'utf8'));
  const missing = Object.keys(notOnMock).filter((title) => !texts.some((text) => text.includes(`'${title}'`)));
  expect(missing).toEqual([]);
});
