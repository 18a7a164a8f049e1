import { access, type KeyMode, type Scope } from '@booking-service/contract';
import { allScopes, createApiKey } from '../organizations/create-api-key.ts';
import { StartError } from './start-error.ts';
import type { ApiKey, ListedOrganization, Organizations } from '../store/store.ts';
import type { Command } from './command.ts';
import { dataFlag } from './data-flag.ts';
import { openOrganizations } from './database.ts';
import { readFlag, requireFlag, type Check } from './read-flag.ts';
import { requireOrganization } from './require-organization.ts';
import { toColumns } from './to-columns.ts';

// The contract's modes are an object with these keys.
const modes = Object.keys(access.key_modes) as readonly KeyMode[];

const organization: Check<string> = { takes: 'the id of an organization', parse: (text) => text || undefined };
const mode: Check<KeyMode> = { takes: modes.join(' or '), parse: (text) => modes.find((each) => each === text) };
const scopes: Check<readonly Scope[]> = {
  takes: `scopes with commas between (${allScopes.join(', ')})`,
  parse(text) {
    const asked = new Set(text.split(','));
    const known = allScopes.filter((scope) => asked.has(scope));
    return known.length === asked.size ? known : undefined;
  },
};

const create: Command = {
  name: 'create',
  summary: 'makes an API key and prints it, this once',
  example: '--org org_0123456789abcdef0123456789abcdef --mode test --scopes bookings:read,bookings:write',
  flags: {
    org: { value: 'ORGANIZATION', meaning: 'whose key it is' },
    mode: { value: 'MODE', meaning: modes.join(' or ') },
    scopes: { value: 'SCOPES', meaning: `what it may do: ${allScopes.join(',')} (all of them)` },
    json: { meaning: 'prints JSON' },
  },
  settings: ['data', 'database'],
  async run({ settings, flags, switches }) {
    const wanted = {
      organization_id: requireFlag('--org', flags['org'], organization),
      mode: requireFlag('--mode', flags['mode'], mode),
      scopes: readFlag('--scopes', flags['scopes'], scopes) ?? allScopes,
    };
    await using store = await openOrganizations(settings);
    const id = wanted.organization_id;
    requireOrganization(await findOrganization(store, id), { id, settings });
    const created = await createApiKey(store, wanted, new Date());
    if (switches.has('json')) return JSON.stringify(created, null, 2);
    return `${toColumns([
      ['Key', created.key],
      ['Id', created.id],
      ['Organization', created.organization_id],
      ['Mode', created.mode],
      ['Scopes', created.scopes.join(',')],
    ])}

Keep the key now: it is not stored, and never shown again.`;
  },
};

const list: Command = {
  name: 'list',
  summary: 'lists the keys of one organization, or of all',
  example: '--org org_0123456789abcdef0123456789abcdef',
  flags: {
    org: { value: 'ORGANIZATION', meaning: 'whose keys (those of all)' },
    json: { meaning: 'prints JSON' },
  },
  settings: ['data', 'database'],
  async run({ settings, flags, switches }) {
    await using store = await openOrganizations(settings);
    const id = readFlag('--org', flags['org'], organization);
    if (id !== undefined) requireOrganization(await findOrganization(store, id), { id, settings });
    const keys = await store.listApiKeys(id);
    if (switches.has('json')) return JSON.stringify(keys, null, 2);
    if (keys.length === 0) {
      return `There is no key yet. Make one: booking-service key create --org ${id ?? 'ORGANIZATION'} --mode test${dataFlag(settings)}`;
    }
    return toColumns([['KEY ID', 'ORGANIZATION', 'MODE', 'STATE', 'CREATED', 'SCOPES'], ...keys.map(toRow)]);
  },
};

const revoke: Command = {
  name: 'revoke',
  summary: 'revokes an API key: it is unauthorized at once, everywhere and for good',
  operand: 'KEY_ID',
  example: 'key_0123456789abcdef0123456789abcdef',
  flags: {},
  settings: ['data', 'database'],
  async run({ settings, operand }) {
    await using store = await openOrganizations(settings);
    const key = await store.revokeApiKey(operand, new Date());
    if (key) return `${key.id} (${key.mode}) is revoked since ${key.revoked}: its calls are unauthorized.`;
    throw new StartError(
      `There is no key of this id. Give the id, not the key itself; see which there are: booking-service key list${dataFlag(settings)}`,
    );
  },
};

/** booking-service key … (ORG-3, AUT-7, AUT-8). */
export const keyCommands: readonly Command[] = [create, list, revoke];

async function findOrganization(store: Organizations, id: string): Promise<ListedOrganization | undefined> {
  const organizations = await store.listOrganizations();
  return organizations.find((each) => each.id === id);
}

function toRow({ id, organization_id, mode: keyMode, revoked, created, scopes: granted }: ApiKey): string[] {
  const all = granted.length === allScopes.length;
  const shown = all ? 'all' : granted.join() || 'none';
  return [id, organization_id, keyMode, revoked === null ? 'active' : 'revoked', created, shown];
}
