/** The reference of the admin contract names the role of each operation, every role and every error code. */
import { readFileSync } from 'node:fs';
import { adminErrors, adminRoles, adminRoutes } from '@booking-service/contract/admin';
import { expect, it } from 'vitest';
import { adminGroup, type AdminContract } from './admin-group.ts';

const file = new URL('../../../packages/contract/src/generated/admin.json', import.meta.url);
// The generator writes the bundled admin contract.
const { pages } = adminGroup(JSON.parse(readFileSync(file, 'utf8')) as AdminContract);
const text = pages.map(({ markdown }) => markdown).join('\n');

it('names the lowest role of each operation', () => {
  const missing = Object.entries(adminRoutes).filter(([operationId, { method, path, role }]) => {
    const section = text.split(/^## /m).find((each) => each.includes(`- Operation id: \`${operationId}\`.`)) ?? '';
    const named = role === 'anyone' ? 'may call it.' : `The lowest role is \`${role}\`.`;
    return !section.includes(`${method.toUpperCase()} ${path}\n`) || !section.includes(named);
  });
  expect(missing).toEqual([]);
});

it('has a row for each role and each error code', () => {
  for (const role of Object.keys(adminRoles)) expect(text).toContain(`| \`${role}\` |`);
  for (const [code, { status }] of Object.entries(adminErrors)) expect(text).toContain(`| \`${code}\` | ${status} |`);
});
