import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const types = readFileSync(fileURLToPath(new URL('../../../client/src/generated/openapi.ts', import.meta.url)), 'utf8');

it('every field of the generated types has a description for hovers', () => {
  const schemas = types.slice(types.indexOf('    schemas: {'), types.indexOf('    responses: {')).split('\n');
  const fields = schemas.flatMap((line, index) => (/^ {12,}(?:readonly )?[\w"]+\??: /.test(line) ? [index] : []));
  expect(fields.length).toBeGreaterThan(100);
  const silent = fields.filter((index) => !schemas[index - 1]?.trim().endsWith('*/'));
  expect(silent.map((index) => schemas[index]?.trim())).toEqual([]);
});
