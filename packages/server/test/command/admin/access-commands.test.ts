/** Runs booking-service access and audit on the data folder of a running server. */
import { userInfo } from 'node:os';
import type { AccessToken, AuditList, CreatedAccessToken } from '@booking-service/contract/admin';
import { describe, expect, it } from 'vitest';
import { find, openService } from '../../support/processes/command-service.ts';

it('creates an access token, prints it once, lists it and revokes it', async () => {
  await using service = await openService();
  const { organization_id } = service.world.organization;
  expect(await service.run('access list')).toContain('No access tokens yet.');
  const made = await service.run(`access create --name Ada --role developer --org ${organization_id}`);
  const token = find(made, 'Token');
  expect(token).toMatch(/^adm_[\w-]{43}$/);
  expect([find(made, 'Role'), find(made, 'Organization'), find(made, 'Expires')]).toEqual([
    'developer',
    organization_id,
    'never',
  ]);
  const created = JSON.parse(
    await service.run('access create --name Ops --role operator --expires-in-days 1 --json'),
  ) as CreatedAccessToken;
  expect(created.access_token).toMatchObject({ name: 'Ops', role: 'operator', organization_id: null });

  const listed = await service.run('access list');
  expect(listed).not.toContain(token);
  expect(listed.split('\n').map((line) => line.split(/ {2,}/).slice(1, 5))).toEqual([
    ['NAME', 'ROLE', 'ORGANIZATION', 'STATE'],
    ['Ops', 'operator', 'all', 'active'],
    ['Ada', 'developer', organization_id, 'active'],
  ]);
  expect(await service.run(`access revoke ${find(made, 'Id')}`)).toContain('Requests with it are unauthorized.');
  const tokens = JSON.parse(await service.run('access list --json')) as AccessToken[];
  expect(tokens.map(({ name, revoked }) => [name, revoked === null])).toEqual([
    ['Ops', true],
    ['Ada', false],
  ]);
});

it('prints what the commands did, with who and when', async () => {
  await using service = await openService();
  const { organization_id } = service.world.organization;
  expect(await service.run('audit')).toBe('No entries yet.');
  await service.run(`org suspend ${organization_id}`);
  const made = await service.run('access create --name Ops --role operator --as Ada');
  const [newest, first] = (JSON.parse(await service.run('audit --json')) as AuditList).data;
  const actor = { kind: 'command', id: null, name: userInfo().username };
  expect(first).toMatchObject({ actor, action: 'setStanding', organization_id, target: null });
  expect(newest).toMatchObject({
    actor: { ...actor, name: 'Ada' },
    action: 'createAccessToken',
    target: find(made, 'Id'),
  });
  expect(newest?.organization_id).toBeNull();
  expect(JSON.stringify(newest)).not.toContain(find(made, 'Token'));

  const suspensions = await service.run('audit --action setStanding --json');
  expect((JSON.parse(suspensions) as AuditList).data).toEqual([first]);

  const text = await service.run(`audit --org ${organization_id} --limit 1`);
  expect(text.split('\n').map((line) => line.split(/ {2,}/).slice(1))).toEqual([
    ['ACTOR', 'ACTION', 'ORGANIZATION', 'TARGET', 'DETAILS'],
    [`${userInfo().username} (command)`, 'setStanding', organization_id, 'none', 'standing=suspended'],
  ]);
});

describe('a wrong command changes nothing and names the fix', () => {
  it.each([
    {
      line: 'access create --name Ada --role developer',
      exitCode: 2,
      message: 'The role developer is for a member. Set organization_id.',
    },
    {
      line: 'access create --name Ada --role operator --org ID',
      exitCode: 2,
      message: 'The role operator is for all organizations. Omit organization_id.',
    },
    {
      line: 'access create --name Ada --role viewer --org org_none',
      exitCode: 1,
      message: 'No organization has the id org_none.',
    },
    {
      line: 'access create --name Ada --role owner',
      exitCode: 2,
      message: '--role must be one of viewer, developer, admin, monitoring, support, operator, not "owner".',
    },
    {
      line: `access create --name ${'x'.repeat(101)} --role operator`,
      exitCode: 2,
      message: '--name must NOT have more than 100 characters',
    },
    { line: 'access revoke tok_none', exitCode: 1, message: 'No access token has the id tok_none.' },
    { line: 'audit --org org_none', exitCode: 1, message: 'No organization has the id "org_none".' },
    { line: 'audit --limit 0', exitCode: 2, message: '--limit must be a whole number from 1 to 100' },
  ])('$line', async ({ line, exitCode, message }) => {
    await using service = await openService();
    const { store, organization } = service.world;
    expect(await service.run(line.replace('ID', organization.organization_id), exitCode)).toContain(message);
    expect(await store.listAccessTokens({ limit: 10 })).toEqual([]);
    expect(await store.listAuditEntries({ limit: 10 })).toEqual([]);
  });
});
