/** The reference of the admin contract names the role of each operation, every role and every error code. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { type AdminContract, adminGroup } from '../../src/docs/reference/admin-pages.ts';

const file = new URL('../../../contract/src/generated/admin.json', import.meta.url);
// The generator writes the bundled admin contract.
const contract = JSON.parse(readFileSync(file, 'utf8')) as AdminContract;
const operations = Object.entries(contract.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ method, path, ...operation })),
);
const { pages } = adminGroup(contract, { prefix: 'BOOKING' });
const text = pages.map(({ markdown }) => markdown).join('\n');

it('names the lowest role of each operation', () => {
  const missing = operations.filter(({ operationId, method, path, 'x-role': role }) => {
    const section = text.split(/^## /m).find((each) => each.includes(`- Operation id: \`${operationId}\`.`)) ?? '';
    const named = role === 'anyone' ? 'may call it.' : `The lowest role is \`${role}\`.`;
    return !section.includes(`${method.toUpperCase()} ${path}\n`) || !section.includes(named);
  });
  expect(missing).toEqual([]);
  expect(operations.length).toBeGreaterThan(40);
});

it('has a row for each role and each error code', () => {
  for (const role of Object.keys(contract['x-roles'])) expect(text).toContain(`| \`${role}\` |`);
  for (const [code, { status }] of Object.entries(contract['x-errors']))
    expect(text).toContain(`| \`${code}\` | ${status} |`);
});

it('says where an operation is served that the admin port does not have', () => {
  const sections = text
    .split(/^## /m)
    .filter((each) => each.includes('Not on the admin port, but at `http://127.0.0.1:7423`.'));
  const paths = sections.map((each) => /```http\n(.+)\n/.exec(each)?.[1]);
  const ofLinksAndIssuers = [
    'POST /session/link',
    'POST /session/links',
    'GET /session/options',
    'POST /session/issuers/{issuer}/start',
    'POST /session/issuers/{issuer}/finish',
  ];
  const own = ['GET /session/sessions', 'POST /session/sessions/{dashboard_session_id}/revoke'];
  expect(paths).toEqual(['GET /session', 'POST /session', 'DELETE /session', ...own, ...ofLinksAndIssuers]);
});
