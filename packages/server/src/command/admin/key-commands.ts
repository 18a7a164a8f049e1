import { access, type KeyMode, type Scope } from '@booking-service/contract';
import type { ApiKey } from '@booking-service/contract/admin';
import { allScopes, defaultKeyName } from '../../admin/organizations/create-api-key.ts';
import { createFlag, createRequiredFlag, jsonFlag } from '../create-flag.ts';
import { defineCommand, type CommandGroup } from '../define-command.ts';
import { locationFlag } from '../location-flag.ts';
import { openAdmin, type CommandAdmin } from './open-admin.ts';
import { readLists } from './read-lists.ts';
import type { StoreLocation } from '../open-store.ts';
import type { ValueParser } from '../settings/value-parser.ts';
import { StartError } from '../start-error.ts';
import { toColumns } from '../to-columns.ts';

// The contract's modes are an object with these keys.
const modes = Object.keys(access.key_modes) as readonly KeyMode[];

const organization: ValueParser<string> = { expected: 'the id of an organization', parse: (text) => text || undefined };
const name: ValueParser<string> = { expected: 'a name of 1 to 100 characters', parse: parseName };
const mode: ValueParser<KeyMode> = {
  expected: modes.join(' or '),
  parse: (text) => modes.find((each) => each === text),
};
const scopes: ValueParser<readonly Scope[]> = {
  expected: `scopes separated by commas (${allScopes.join(', ')})`,
  parse(text) {
    const requested = new Set(text.split(','));
    const valid = allScopes.filter((scope) => requested.has(scope));
    return valid.length === requested.size ? valid : undefined;
  },
};

interface CreateFlags {
  readonly org: string;
  readonly mode: KeyMode;
  readonly name?: string;
  readonly scopes?: readonly Scope[];
  readonly json?: true;
}

const create = defineCommand<CreateFlags>({
  name: 'create',
  summary: 'Creates an API key and prints it once',
  example: '--org org_0123456789abcdef0123456789abcdef --mode test --scopes bookings:read,bookings:write',
  flags: [
    createRequiredFlag('--org <ORGANIZATION>', 'the organization of the key', organization),
    createRequiredFlag('--mode <MODE>', modes.join(' or '), mode),
    createFlag('--name <NAME>', 'what the key is for (default: Test key or Live key)', name),
    createFlag('--scopes <SCOPES>', `what the key may do: ${allScopes.join(',')} (default: all of them)`, scopes),
    jsonFlag,
  ],
  settings: ['data', 'database'],
  async run({ settings, flags }) {
    await using admin = await openAdmin(settings);
    const body = {
      name: flags.name ?? defaultKeyName(flags.mode),
      mode: flags.mode,
      ...(flags.scopes && { scopes: [...flags.scopes] }),
    };
    const created = await admin.run('createApiKey', { path: { organization_id: flags.org }, body });
    if (flags.json) return JSON.stringify(created, null, 2);
    const { api_key, key } = created;
    return `${toColumns([
      ['Key', key],
      ['Id', api_key.id],
      ['Organization', api_key.organization_id],
      ['Name', api_key.name],
      ['Mode', api_key.mode],
      ['Scopes', api_key.scopes.join(',')],
    ])}

Save the key now. It is not stored, and it cannot be shown again.`;
  },
});

const list = defineCommand<{ readonly org?: string; readonly json?: true }>({
  name: 'list',
  summary: 'Lists the keys of one organization, or of all, the newest first',
  example: '--org org_0123456789abcdef0123456789abcdef',
  flags: [createFlag('--org <ORGANIZATION>', 'the organization of the keys (default: all)', organization), jsonFlag],
  settings: ['data', 'database'],
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
  settings: ['data', 'database'],
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
  settings: ['data', 'database'],
  async run({ settings, operand }) {
    await using admin = await openAdmin(settings);
    const organization_id = await findOwner(admin, { id: operand, settings });
    const key = await admin.run('revokeApiKey', { path: { organization_id, key_id: operand } });
    return `Revoked ${key.id} (${key.mode}) at ${key.revoked}. Requests with it are unauthorized.`;
  },
});

/** booking-service key … (ORG-3, AUT-7, AUT-8). */
export const keyCommands: CommandGroup = {
  name: 'key',
  summary: 'Manages API keys',
  commands: [create, list, rename, revoke],
};

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

function parseName(text: string): string | undefined {
  const trimmed = text.trim();
  return trimmed.length >= 1 && trimmed.length <= 100 ? trimmed : undefined;
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
