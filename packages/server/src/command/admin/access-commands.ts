import { adminRoles, type AccessToken, type AdminRole } from '@booking-service/contract/admin';
import { createFlag, createRequiredFlag, jsonFlag } from '../create-flag.ts';
import { defineCommand, type CommandGroup } from '../define-command.ts';
import { locationFlag } from '../location-flag.ts';
import { openAdmin } from './open-admin.ts';
import { readLists } from './read-lists.ts';
import { wholeNumber, type ValueParser } from '../settings/value-parser.ts';
import { toColumns } from '../to-columns.ts';

// The contract's roles are an object with these keys.
const roles = Object.keys(adminRoles) as readonly AdminRole[];
const role: ValueParser<AdminRole> = {
  expected: `one of ${roles.join(', ')}`,
  parse: (text) => roles.find((each) => each === text),
};
const text: ValueParser<string> = { expected: 'a text', parse: (given) => given.trim() || undefined };

interface CreateFlags {
  readonly name: string;
  readonly role: AdminRole;
  readonly org?: string;
  readonly expiresInDays?: number;
  readonly json?: true;
}

const create = defineCommand<CreateFlags>({
  name: 'create',
  summary: 'Creates an access token for the admin server and prints it once',
  details: `A viewer, a developer and an admin need --org, and see only this organization. The other roles are for all organizations: monitoring reads the metrics, support reads and resends without any secret, and an operator may do everything.`,
  example: '--name Prometheus --role monitoring',
  flags: [
    createRequiredFlag('--name <NAME>', 'the name of its holder, which the audit log shows', text),
    createRequiredFlag('--role <ROLE>', roles.join(', '), role),
    createFlag(
      '--org <ORGANIZATION>',
      'the organization of its holder (default: none, for a role of all organizations)',
      text,
    ),
    createFlag(
      '--expires-in-days <N>',
      'the days until it expires (default: it does not expire)',
      wholeNumber(1, 3650),
    ),
    jsonFlag,
  ],
  settings: ['data', 'database'],
  async run({ settings, flags: { name, role: given, org, expiresInDays, json } }) {
    await using admin = await openAdmin(settings);
    const body = {
      name,
      role: given,
      ...(org !== undefined && { organization_id: org }),
      ...(expiresInDays !== undefined && { expires_in_days: expiresInDays }),
    };
    const created = await admin.run('createAccessToken', { body });
    if (json) return JSON.stringify(created, null, 2);
    const { id, organization_id, expires } = created.access_token;
    return `${toColumns([
      ['Token', created.token],
      ['Id', id],
      ['Name', name],
      ['Role', given],
      ['Organization', organization_id ?? 'all'],
      ['Expires', expires ?? 'never'],
    ])}

Save the token now. It is not stored, and it cannot be shown again.`;
  },
});

const list = defineCommand<{ readonly json?: true }>({
  name: 'list',
  summary: 'Lists the access tokens, newest first',
  example: '--json',
  flags: [jsonFlag],
  settings: ['data', 'database'],
  async run({ settings, flags: { json } }) {
    await using admin = await openAdmin(settings);
    const tokens = await readLists((query) => admin.run('listAccessTokens', { query }));
    if (json) return JSON.stringify(tokens, null, 2);
    if (tokens.length === 0) {
      return `No access tokens yet. Create one: booking-service access create --name NAME --role operator${locationFlag(settings)}`;
    }
    const head = ['TOKEN ID', 'NAME', 'ROLE', 'ORGANIZATION', 'STATE', 'CREATED', 'LAST USED'];
    return toColumns([head, ...tokens.map((token) => toRow(token, new Date()))]);
  },
});

const revoke = defineCommand({
  name: 'revoke',
  summary: 'Revokes an access token at once and for good',
  operand: 'TOKEN_ID',
  example: 'tok_0123456789abcdef0123456789abcdef',
  flags: [],
  settings: ['data', 'database'],
  async run({ settings, operand }) {
    await using admin = await openAdmin(settings);
    const { id, name, revoked } = await admin.run('revokeAccessToken', { path: { access_token_id: operand } });
    return `Revoked ${id} (${name}) at ${revoked}. Requests with it are unauthorized.`;
  },
});

/** booking-service access … */
export const accessCommands: CommandGroup = {
  name: 'access',
  summary: 'Manages access tokens for the admin server',
  commands: [create, list, revoke],
};

function toRow(token: AccessToken, now: Date): string[] {
  const { id, name, role: given, organization_id, created, last_used, expires, revoked } = token;
  const isExpired = expires !== null && Date.parse(expires) <= now.getTime();
  const state = revoked !== null ? 'revoked' : isExpired ? 'expired' : 'active';
  return [id, name, given, organization_id ?? 'all', state, created, last_used ?? 'never'];
}
