/** The needs of other tools beyond OpenAPI (docs/build/generated-clients.md). */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

it.each(['openapi', 'admin', 'provider', 'card-service'])(
  '%s: no field has a boolean as its schema, because kin-openapi cannot read it',
  (name) => {
    const text = readFileSync(new URL(`../src/generated/${name}.json`, import.meta.url), 'utf8');
    const found: string[] = [];
    JSON.parse(text, (key, value: unknown) => {
      if (key !== 'properties' || typeof value !== 'object' || value === null) return value;
      found.push(...Object.entries(value).flatMap(([field, schema]) => (typeof schema === 'boolean' ? [field] : [])));
      return value;
    });
    expect(found).toEqual([]);
  },
);
