/** booking-service access, audit and dashboard, on the data folder of a running server. */
import { userInfo } from 'node:os';
import type {
  AccessToken,
  AuditList,
  CreatedAccessToken,
  CreatedDashboardLink,
  DashboardSession,
  Member,
} from '@booking-service/contract/admin';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tokenDigest } from '@booking-service/kernel/contract';
import { type CommandService, find, openService } from '../../support/processes/served.ts';

describe('access', () => {
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
    expect(tokens.map(({ name, revoked_at }) => [name, revoked_at === null])).toEqual([
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
        message: '--org is required with role developer',
      },
      {
        line: 'access create --name Ada --role operator --org ID',
        exitCode: 2,
        message: '--org must not be sent together with role operator',
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
});

describe('dashboard', () => {
  let service: CommandService;
  beforeAll(async () => {
    service = await openService();
  });
  afterAll(() => service[Symbol.asyncDispose]());

  it('creates links, lists them without their tokens, and revokes one', async () => {
    const { store, organization } = service.world;
    const { organization_id } = organization;
    expect(await service.run('dashboard sessions')).toContain('No links and no sessions.');
    const printed = await service.run(`dashboard link --org ${organization_id} --role developer --name Ada`);
    const [, token = ''] = /^http:\/\/127\.0\.0\.1:7423\/sign-in#(\S+)\n/.exec(printed) ?? [];
    expect(token).toMatch(/^bsl_[\w-]{43}$/);
    expect(await store.findDashboardLink(tokenDigest(token))).toMatchObject({ organization_id, role: 'developer' });
    const line = 'dashboard link --role operator --dashboard-url https://dashboard.diner.test --json';
    const made = JSON.parse(await service.run(line)) as CreatedDashboardLink;
    expect(made.url).toMatch(/^https:\/\/dashboard\.diner\.test\/sign-in#bsl_/);

    const listed = await service.run('dashboard sessions');
    expect(listed).not.toContain(token.slice(4));
    expect(listed.split('\n').map((row) => row.split(/ {2,}/).slice(1, 5))).toEqual([
      ['NAME', 'ROLE', 'ORGANIZATION', 'STATE'],
      ['none', 'operator', 'all', 'link'],
      ['Ada', 'developer', organization_id, 'link'],
    ]);
    expect(await service.run(`dashboard revoke ${made.session.id}`)).toContain(`Ended ${made.session.id} (operator).`);
    const left = JSON.parse(await service.run('dashboard sessions --json')) as DashboardSession[];
    expect(left.map(({ name }) => name)).toEqual(['Ada']);
    const actions = await store.listAuditEntries({ limit: 10 });
    expect(actions.map(({ action, actor }) => [action, actor.kind])).toEqual([
      ['revokeDashboardSession', 'command'],
      ['createDashboardLink', 'command'],
      ['createDashboardLink', 'command'],
    ]);
  });

  it('invites a member, changes its role, and removes it', async () => {
    const { store, organization } = service.world;
    const org = `--org ${organization.organization_id}`;
    expect(await service.run(`member list ${org}`)).toContain('No members.');
    const printed = await service.run(`member invite ${org} --email Grace@diner.test --role developer`);
    const [, token = ''] = /^http:\/\/127\.0\.0\.1:7423\/sign-in#(\S+)\n/.exec(printed) ?? [];
    expect(printed).toContain('Send this link to grace@diner.test. It works once, before ');
    expect(await store.findDashboardLink(tokenDigest(token))).toMatchObject({ name: 'grace@diner.test' });
    const [member] = JSON.parse(await service.run(`member list ${org} --json`)) as Member[];
    const id = member?.id ?? '';
    expect(await service.run(`member role ${id} ${org} --role viewer`)).toContain(
      'grace@diner.test has the role viewer.',
    );
    const listed = (await service.run(`member list ${org}`)).split('\n').map((row) => row.split(/ {2,}/));
    expect(listed[1]).toMatchObject([id, 'grace@diner.test', 'viewer', member?.created, 'never']);
    expect(await service.run(`member remove ${id} ${org}`)).toContain('Removed grace@diner.test (viewer).');
    expect(await store.findDashboardLink(tokenDigest(token))).toBeUndefined();
    const actions = await store.listAuditEntries({ limit: 3 });
    expect(actions.map(({ action, actor }) => [action, actor.kind])).toEqual([
      ['removeMember', 'command'],
      ['changeMemberRole', 'command'],
      ['inviteMember', 'command'],
    ]);
  });

  it('invites a member of the operator, changes its role, and removes it', async () => {
    const { store } = service.world;
    expect(await service.run('operator list')).toContain('No members.');
    const printed = await service.run('operator invite --email Grace@booking.test --role support');
    const [, token = ''] = /^http:\/\/127\.0\.0\.1:7423\/sign-in#(\S+)\n/.exec(printed) ?? [];
    expect(printed).toContain('Send this link to grace@booking.test. It works once, before ');
    expect(await store.findDashboardLink(tokenDigest(token))).toMatchObject({ role: 'support', organization_id: null });
    const [member] = JSON.parse(await service.run('operator list --json')) as Member[];
    const id = member?.id ?? '';
    expect(await service.run(`operator role ${id} --role operator`)).toContain(
      'grace@booking.test has the role operator.',
    );
    const listed = (await service.run('operator list')).split('\n').map((row) => row.split(/ {2,}/));
    expect(listed[1]).toMatchObject([id, 'grace@booking.test', 'operator', member?.created, 'never']);
    expect(await service.run(`operator remove ${id}`)).toContain('Removed grace@booking.test (operator).');
    expect(await store.findDashboardLink(tokenDigest(token))).toBeUndefined();
    const actions = await store.listAuditEntries({ limit: 3 });
    expect(actions.map(({ action, organization_id, actor }) => [action, organization_id, actor.kind])).toEqual([
      ['removeOperatorMember', null, 'command'],
      ['changeOperatorMemberRole', null, 'command'],
      ['inviteOperatorMember', null, 'command'],
    ]);
  });

  it.each([
    { line: 'operator invite --email ada@diner.test --role admin', exitCode: 2, text: '--role must be one of support' },
    { line: 'operator remove mem_1', exitCode: 1, text: 'No member has the id mem_1.' },
    {
      line: 'member invite --org org_1 --email ada@diner.test --role operator',
      exitCode: 2,
      text: '--role must be one of',
    },
    {
      line: 'member invite --org org_1 --email ada@diner.test --role viewer',
      exitCode: 1,
      text: 'No organization has',
    },
    { line: 'dashboard link', exitCode: 2, text: "Required option '--role <ROLE>' not specified" },
    {
      line: 'dashboard link --role viewer',
      exitCode: 2,
      text: '--org is required with role viewer',
    },
    { line: 'dashboard link --role owner', exitCode: 2, text: '--role must be one of viewer' },
    {
      line: 'dashboard link --org org_1 --role operator',
      exitCode: 2,
      text: '--org must not be sent together with role operator',
    },
    {
      line: 'dashboard link --org org_1 --role support',
      exitCode: 2,
      text: '--org must not be sent together with role support',
    },
    { line: 'dashboard link --org org_1 --role viewer', exitCode: 1, text: 'No organization has the id org_1.' },
    { line: 'dashboard revoke das_1', exitCode: 1, text: 'No link and no session has the id das_1.' },
  ])('refuses $line', async ({ line, exitCode, text }) => {
    expect(await service.run(line, exitCode)).toContain(text);
  });
});
