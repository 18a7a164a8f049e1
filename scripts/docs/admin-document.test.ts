/** The reference of the admin contract names the role of each operation, every role and every error code. */
import { readFileSync } from 'node:fs';
import { adminErrors, adminRoles, adminRoutes } from '@booking-service/contract/admin';
import { expect, it } from 'vitest';
import { adminDocument, type AdminContract } from './admin-document.ts';

const file = new URL('../../packages/contract/src/generated/admin.json', import.meta.url);
// The generator writes the bundled admin contract.
const document = adminDocument(JSON.parse(readFileSync(file, 'utf8')) as AdminContract) as AdminContract;

it('names the lowest role of each operation', () => {
  const described = Object.values(adminRoutes).map(({ method, path, role }) => {
    const text = document.paths[path]?.[method]?.description ?? '';
    return [path, text.endsWith(role === 'anyone' ? 'may call it.' : `The lowest role is \`${role}\`.`)];
  });
  expect(described.filter(([, isNamed]) => isNamed !== true)).toEqual([]);
});

it('has a row for each role and each error code', () => {
  const textOf = (tag: string) => document.tags.find(({ name }) => name === tag)?.description ?? '';
  for (const role of Object.keys(adminRoles)) expect(textOf('roles')).toContain(`| \`${role}\` |`);
  for (const [code, { status }] of Object.entries(adminErrors)) {
    expect(textOf('errors')).toContain(`| \`${code}\` | ${status} |`);
  }
});
