import type { DashboardRole, DashboardSession } from '@booking-service/contract/admin';
import { Option } from 'commander';
import { createFlag, jsonFlag } from '../create-flag.ts';
import { defineCommand, type CommandGroup } from '../define-command.ts';
import { locationFlag } from '../location-flag.ts';
import { StartError } from '../start-error.ts';
import { toColumns } from '../to-columns.ts';
import type { ValueParser } from '../settings/value-parser.ts';
import { given, oneOf } from './list-flags.ts';
import { openAdmin } from './open-admin.ts';
import { readLists } from './read-lists.ts';

type MemberRole = Exclude<DashboardRole, 'operator'>;

const roles: readonly MemberRole[] = ['viewer', 'developer', 'admin'];
const text: ValueParser<string> = { expected: 'a text', parse: (value) => value.trim() || undefined };

interface LinkFlags {
  readonly org?: string;
  readonly role?: MemberRole;
  readonly operator?: true;
  readonly name?: string;
  readonly json?: true;
}

const link = defineCommand<LinkFlags>({
  name: 'link',
  summary: 'Creates a link that signs one person in to the dashboard, and prints it once',
  details: `The link works once and for 15 minutes. The session ends after 12 hours without a request, and after 7 days. Name --org and --role for a member of an organization, or --operator for someone who may do everything in all organizations. The role is one of ${roles.join(', ')}. Each may do everything that the roles before it may do.`,
  example: '--org org_0123456789abcdef0123456789abcdef --role developer --name "Ada Byron"',
  flags: [
    createFlag('--org <ORGANIZATION>', 'the organization of the person', text),
    createFlag('--role <ROLE>', roles.join(', '), oneOf(roles)),
    new Option('--operator', 'sign in as an operator, instead of --org and --role'),
    createFlag('--name <NAME>', 'the name of the person, which the audit log shows (default: none)', text),
    jsonFlag,
  ],
  settings: ['data', 'database', 'port', 'dashboard_port', 'dashboard_url'],
  async run({ settings, flags: { org, role, operator, name, json } }) {
    const isMember = org !== undefined && role !== undefined;
    if (operator ? org !== undefined || role !== undefined : !isMember) {
      throw new StartError('Name --org and --role, or only --operator.', { exitCode: 2 });
    }
    await using admin = await openAdmin(settings);
    const body = { role: role ?? ('operator' as const), ...given({ organization_id: org, name }) };
    const created = await admin.run('createDashboardLink', { body });
    if (json) return JSON.stringify(created, null, 2);
    return `${created.url}

Open this link before ${created.session.expires}. It works once.`;
  },
});

const sessions = defineCommand<{ readonly json?: true }>({
  name: 'sessions',
  summary: 'Lists the sign-in links and the sessions of the dashboard, newest first',
  example: '--json',
  flags: [jsonFlag],
  settings: ['data', 'database'],
  async run({ settings, flags: { json } }) {
    await using admin = await openAdmin(settings);
    const found = await readLists((query) => admin.run('listDashboardSessions', { query }));
    if (json) return JSON.stringify(found, null, 2);
    if (found.length === 0) {
      return `No links and no sessions. Create a link: booking-service dashboard link --operator${locationFlag(settings)}`;
    }
    const head = ['ID', 'NAME', 'ROLE', 'ORGANIZATION', 'STATE', 'CREATED', 'LAST USED', 'EXPIRES'];
    return toColumns([head, ...found.map(toRow)]);
  },
});

const revoke = defineCommand({
  name: 'revoke',
  summary: 'Ends a session of the dashboard, or a link that is not used, at once and for good',
  operand: 'ID',
  example: 'das_0123456789abcdef0123456789abcdef',
  flags: [],
  settings: ['data', 'database'],
  async run({ settings, operand }) {
    await using admin = await openAdmin(settings);
    const { id, role } = await admin.run('revokeDashboardSession', { path: { dashboard_session_id: operand } });
    return `Ended ${id} (${role}). Its next request is unauthorized.`;
  },
});

/** booking-service dashboard … */
export const dashboardCommands: CommandGroup = {
  name: 'dashboard',
  summary: 'Manages access to the dashboard',
  commands: [link, sessions, revoke],
};

function toRow(session: DashboardSession): string[] {
  const { id, name, role, organization_id, state, created, last_used, expires } = session;
  return [id, name ?? 'none', role, organization_id ?? 'all', state, created, last_used ?? 'never', expires];
}
