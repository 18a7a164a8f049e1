import { access, type KeyMode, type Scope } from '@booking-service/contract';
import { allScopes, createApiKey } from '../../organizations/create-api-key.ts';
import { StartError } from '../start-error.ts';
import type { ApiKey } from '../../store/store.ts';
import { createFlag, createRequiredFlag, jsonFlag } from '../create-flag.ts';
import type { ValueParser } from '../settings/value-parser.ts';
import { defineCommand, type CommandGroup } from '../define-command.ts';
import { locationFlag } from '../location-flag.ts';
import { openAdminStore } from '../open-store.ts';
import { readPages } from './read-pages.ts';
import { requireOrganization } from './require-organization.ts';
import { toColumns } from '../to-columns.ts';

// The contract's modes are an object with these keys.
const modes = Object.keys(access.key_modes) as readonly KeyMode[];

const organization: ValueParser<string> = { expected: 'the id of an organization', parse: (text) => text || undefined };
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
    createFlag('--scopes <SCOPES>', `what the key may do: ${allScopes.join(',')} (default: all of them)`, scopes),
    jsonFlag,
  ],
  settings: ['data', 'database'],
  async run({ settings, flags }) {
    const options = { organization_id: flags.org, mode: flags.mode, scopes: flags.scopes ?? allScopes };
    await using store = await openAdminStore(settings);
    const id = options.organization_id;
    requireOrganization(await store.findListedOrganization(id), { id, settings });
    const created = await createApiKey(store, options, new Date());
    if (flags.json) return JSON.stringify(created, null, 2);
    return `${toColumns([
      ['Key', created.key],
      ['Id', created.id],
      ['Organization', created.organization_id],
      ['Mode', created.mode],
      ['Scopes', created.scopes.join(',')],
    ])}

Save the key now. It is not stored, and it cannot be shown again.`;
  },
});

const list = defineCommand<{ readonly org?: string; readonly json?: true }>({
  name: 'list',
  summary: 'Lists the keys of one organization, or of all',
  example: '--org org_0123456789abcdef0123456789abcdef',
  flags: [createFlag('--org <ORGANIZATION>', 'the organization of the keys (default: all)', organization), jsonFlag],
  settings: ['data', 'database'],
  async run({ settings, flags: { org: id, json } }) {
    await using store = await openAdminStore(settings);
    if (id !== undefined) requireOrganization(await store.findListedOrganization(id), { id, settings });
    const keys = await readPages((after) => store.listApiKeys({ organization_id: id, after }));
    if (json) return JSON.stringify(keys, null, 2);
    if (keys.length === 0) {
      return `No keys yet. Create one: booking-service key create --org ${id ?? 'ORGANIZATION'} --mode test${locationFlag(settings)}`;
    }
    return toColumns([['KEY ID', 'ORGANIZATION', 'MODE', 'STATE', 'CREATED', 'SCOPES'], ...keys.map(toRow)]);
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
    await using store = await openAdminStore(settings);
    const key = await store.revokeApiKey(operand, new Date());
    if (key) return `Revoked ${key.id} (${key.mode}) at ${key.revoked}. Requests with it are unauthorized.`;
    throw new StartError(
      `No key has this id. Pass the id of the key, not the key itself. List the ids: booking-service key list${locationFlag(settings)}`,
    );
  },
});

/** booking-service key … (ORG-3, AUT-7, AUT-8). */
export const keyCommands: CommandGroup = { name: 'key', summary: 'Manages API keys', commands: [create, list, revoke] };

function toRow({ id, organization_id, mode: keyMode, revoked, created, scopes: granted }: ApiKey): string[] {
  const all = granted.length === allScopes.length;
  const shown = all ? 'all' : granted.join() || 'none';
  return [id, organization_id, keyMode, revoked === null ? 'active' : 'revoked', created, shown];
}
