import type { ApiKey } from '@booking-service/contract/admin';
import { allScopes } from '../../admin/organizations/create-organization.ts';
import {
  createFlag,
  createRequiredFlag,
  defineCommand,
  jsonFlag,
  locationFlag,
  type NamedCommands,
  toColumns,
} from '../define-command.ts';
import { openAdmin, readLists, type CommandAdmin } from './open-admin.ts';
import type { StoreLocation } from '../open-store.ts';
import type { ValueParser } from '../settings/value-parsers.ts';
import { StartError } from '../start-error.ts';

const organization: ValueParser<string> = { expected: 'the id of an organization', parse: (text) => text || undefined };
const name: ValueParser<string> = { expected: 'not empty', parse: (text) => text.trim() || undefined };

const list = defineCommand<{ readonly org?: string; readonly json?: true }>({
  name: 'list',
  summary: 'Lists the keys of one organization, or of all, the newest first',
  example: '--org org_0123456789abcdef0123456789abcdef',
  flags: [createFlag('--org <ORGANIZATION>', 'the organization of the keys (default: all)', organization), jsonFlag],
  settings: ['data', 'database', 'cells'],
  async run({ settings, flags: { org: id, json } }) {
    await using admin = await openAdmin(settings);
    const organizations =
      id === undefined ? await readLists((query) => admin.run('listOrganizations', { query })) : [{ id }];
    const keys: ApiKey[] = [];
    for (const { id: organization_id } of organizations) {
      keys.push(...(await readLists((query) => admin.run('listApiKeys', { path: { organization_id }, query }))));
    }
    if (json) return JSON.stringify(keys, null, 2);
    if (keys.length === 0) {
      return `No keys yet. Create one: booking-service key create --org ${id ?? 'ORGANIZATION'} --mode test${locationFlag(settings)}`;
    }
    const head = ['KEY ID', 'ORGANIZATION', 'NAME', 'MODE', 'STATE', 'ENDS WITH', 'CREATED', 'LAST USED', 'SCOPES'];
    return toColumns([head, ...keys.map(toRow)]);
  },
});

const rename = defineCommand<{ readonly name: string }>({
  name: 'rename',
  summary: 'Renames an API key; the key stays the same',
  operand: 'KEY_ID',
  example: 'key_0123456789abcdef0123456789abcdef --name Website',
  flags: [createRequiredFlag('--name <NAME>', 'the new name', name)],
  settings: ['data', 'database', 'cells', 'as'],
  async run({ settings, flags, operand }) {
    await using admin = await openAdmin(settings);
    const organization_id = await findOwner(admin, { id: operand, settings });
    const path = { organization_id, key_id: operand };
    const key = await admin.run('renameApiKey', { path, body: { name: flags.name } });
    return `${key.id} (${key.mode}) is now named ${key.name}.`;
  },
});

const revoke = defineCommand({
  name: 'revoke',
  summary: 'Revokes an API key at once and for good',
  operand: 'KEY_ID',
  example: 'key_0123456789abcdef0123456789abcdef',
  flags: [],
  settings: ['data', 'database', 'cells', 'as'],
  async run({ settings, operand }) {
    await using admin = await openAdmin(settings);
    const organization_id = await findOwner(admin, { id: operand, settings });
    const key = await admin.run('revokeApiKey', { path: { organization_id, key_id: operand } });
    return `Revoked ${key.id} (${key.mode}) at ${key.revoked}. Requests with it are unauthorized.`;
  },
});

/** The commands of booking-service key … that need more than one operation (ORG-3, AUT-7, AUT-8). */
export const keyCommands: NamedCommands = [
  ['key list', list],
  ['key rename', rename],
  ['key revoke', revoke],
];

/** Returns the organization of a key. Throws a StartError, which does not repeat the id: it may be a key. */
async function findOwner(
  admin: Pick<CommandAdmin, 'findApiKey'>,
  { id, settings }: { id: string; settings: StoreLocation },
): Promise<string> {
  const key = await admin.findApiKey(id);
  if (key) return key.organization_id;
  throw new StartError(
    `No key has this id. Pass the id of the key, not the key itself. List the ids: booking-service key list${locationFlag(settings)}`,
  );
}

function toRow({ id, organization_id, name: given, mode: keyMode, scopes: granted, ...key }: ApiKey): string[] {
  const all = granted.length === allScopes.length;
  const shown = all ? 'all' : granted.join() || 'none';
  const state = key.revoked === null ? 'active' : 'revoked';
  return [
    id,
    organization_id,
    given || 'none',
    keyMode,
    state,
    key.last4 ?? 'unknown',
    key.created,
    key.last_used ?? 'never',
    shown,
  ];
}
