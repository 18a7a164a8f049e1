import type { ApiKey } from '@booking-service/contract/admin';
import { AsyncDisposableStack } from '@whatwg-node/disposablestack';
import { Option } from 'commander';
import type { Sealing } from '@booking-service/kernel/store';
import { systemClock } from '@booking-service/kernel/time';
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
import { type CommandAdmin, commandCaller, openAdmin, readLists } from './open-admin.ts';
import { findSealing, inEachDatabase, isSandboxFolder, openAdminStore, type StoreLocation } from '../open-store.ts';
import type { ValueParser } from '../settings/value-parsers.ts';
import { StartError } from '../start-error.ts';
import type { AdminStore } from '../../store/store.ts';
import { toAuditEntry } from '../../admin/admin-context.ts';
import {
  type NamedOrganization,
  readSealingState,
  type RecoveredSecret,
  recoverSecrets,
  rotateSealingKey,
  type SealingState,
} from '../../admin/organizations/sealing-keys.ts';
import { lacksCell } from '../../store/cells/merge-pages.ts';
import { isInFolder, type Settings } from '../settings/effective-settings.ts';
import { environmentVariable, type SettingName } from '../settings/settings.ts';

const organization: ValueParser<string> = { expected: 'the id of an organization', parse: (text) => text || undefined };
const keyName: ValueParser<string> = { expected: 'not empty', parse: (text) => text.trim() || undefined };

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
  flags: [createRequiredFlag('--name <NAME>', 'the new name', keyName)],
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
    return `Revoked ${key.id} (${key.mode}) at ${key.revoked_at}. Requests with it are unauthorized.`;
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
  const state = key.revoked_at === null ? 'active' : 'revoked';
  return [
    id,
    organization_id,
    given || 'none',
    keyMode,
    state,
    key.last4 ?? 'unknown',
    key.created,
    key.last_used_at ?? 'never',
    shown,
  ];
}

const settingNames = [
  'data',
  'database',
  'cells',
  'sealing_key',
  'second_sealing_key',
] as const satisfies SettingName[];
const second = environmentVariable('second_sealing_key');

const status = defineCommand<{ readonly json?: true }>({
  name: 'status',
  summary: 'Shows which keys sealed the stored signing secrets, and which secrets no given key opens',
  example: '--data /var/lib/booking-service',
  flags: [jsonFlag],
  settings: settingNames,
  async run({ settings, flags: { json } }) {
    await using opened = await open(settings);
    const state = await readState(opened);
    const { sealing } = opened;
    if (json) return JSON.stringify({ ...state, secrets: Object.fromEntries(state.secrets) }, null, 2);
    const rows = toRows(state, sealing);
    const next = state.current
      ? 'Every secret is sealed with the sealing key.'
      : 'Seal again: booking-service sealing-key rotate';
    return [toColumns(rows), '', state.unopened.length > 0 ? explainUnopened(state.unopened) : next].join('\n');
  },
});

const rotate = defineCommand<object>({
  name: 'rotate',
  summary: 'Seals the stored signing secrets again with the sealing key',
  details: `First give every instance both keys: the new one in ${environmentVariable('sealing_key')}, the old one in ${second}. The signing secrets themselves stay the same, so receivers see no change. You can interrupt the command and run it again. docs/operate/sealing-key.md has all steps.`,
  example: '--data /var/lib/booking-service',
  flags: [],
  settings: [...settingNames, 'as'],
  async run({ settings }) {
    await using opened = await open(settings);
    const { sealing, stores } = opened;
    let resealed = 0;
    const unopened: NamedOrganization[] = [];
    for (const store of stores) {
      const rotated = await rotateSealingKey(store, {
        sealing,
        entry: toEntry('rotateSealingKey', { organization_id: null, sealing, settings }),
      });
      resealed += rotated.resealed;
      unopened.push(...rotated.unopened);
    }
    if (unopened.length > 0) throw new StartError(`${countOf(resealed)} sealed again. ${explainUnopened(unopened)}`);
    if (lacksCell())
      return `${countOf(resealed)} sealed again with the key ${sealing.key_id}. Keep ${second}: a cell was left out.`;
    if (resealed === 0) return `Nothing to do: every secret is sealed with the key ${sealing.key_id}.`;
    return `${countOf(resealed)} sealed again with the key ${sealing.key_id}. No secret needs another key. Keep ${second} for one more day, then unset it. Keep the old key as long as you keep backups from before.`;
  },
});

const recover = defineCommand<{ readonly keyLost?: true; readonly json?: true }>({
  name: 'recover',
  summary: 'Prepares a new signing secret for each organization whose secret no given key opens',
  details:
    'For a sealing key that is lost. Without --key-lost it changes nothing and names the organizations. With it, the sealing key of the settings opens the database from now on, and the new secrets are printed. Give each one to its organization, then activate it: booking-service org secret activate ORGANIZATION. Until then the webhooks of the organization wait.',
  example: '--key-lost --json',
  flags: [new Option('--key-lost', 'change the database; without this flag nothing changes'), jsonFlag],
  settings: [...settingNames, 'as'],
  async run({ settings, flags: { keyLost = false, json } }) {
    await using opened = await open(settings);
    const { sealing, stores } = opened;
    if (!keyLost) {
      const { unopened } = await readState(opened);
      if (json) return JSON.stringify(unopened, null, 2);
      if (unopened.length === 0) return 'Nothing to recover: every signing secret opens.';
      return `${explainUnopened(unopened)}\n\nNothing was changed. If their key is lost, run the command again with --key-lost.`;
    }
    const entryOf = (organization_id: string) => toEntry('replaceLostSecret', { organization_id, sealing, settings });
    const recovered: RecoveredSecret[] = [];
    for (const store of stores)
      recovered.push(...(await recoverSecrets(store, { sealing, now: systemClock.now(), entryOf })));
    if (json) return JSON.stringify(recovered, null, 2);
    if (recovered.length === 0) return 'Nothing to recover: every signing secret opens.';
    const rows = recovered.map(({ organization_id, name, prepared_secret }) => [
      organization_id,
      prepared_secret,
      name,
    ]);
    return `${toColumns([['ORGANIZATION', 'PREPARED SECRET', 'NAME'], ...rows])}

The old secrets of these organizations are lost, so their webhooks wait. Give each organization its new secret. When its receivers verify with it, run booking-service org secret activate ORGANIZATION: then the waiting webhooks are sent.`;
  },
});

/** booking-service sealing-key …: rotates the key that seals signing secrets, or replaces what a lost key sealed. */
export const sealingKeyCommands: NamedCommands = [
  ['sealing-key status', status],
  ['sealing-key rotate', rotate],
  ['sealing-key recover', recover],
];

interface OpenedStores extends AsyncDisposable {
  readonly sealing: Sealing;
  /** One for each database: every cell has a test value of its own. */
  readonly stores: readonly AdminStore[];
}

/** Opens every database without a test of its key: what does not open is a result here. */
async function open(settings: Settings): Promise<OpenedStores> {
  if (isInFolder(settings) && isSandboxFolder(settings.data)) {
    throw new StartError(`${settings.data} is the folder of a sandbox, whose sealing key is never rotated.`);
  }
  const sealing = findSealing(settings);
  await using opened = new AsyncDisposableStack();
  const stores = await inEachDatabase(settings, async (location) => opened.use(await openAdminStore(location)));
  const running = opened.move();
  return { sealing, stores, [Symbol.asyncDispose]: () => running.disposeAsync() };
}

/** Reads the state of all databases together. */
async function readState({ sealing, stores }: OpenedStores): Promise<SealingState> {
  const secrets = new Map<string, number>();
  const unopened: NamedOrganization[] = [];
  // A cell that is left out may have secrets of other keys.
  let current = !lacksCell();
  for (const store of stores) {
    const state = await readSealingState(store, sealing);
    for (const [id, count] of state.secrets) secrets.set(id, (secrets.get(id) ?? 0) + count);
    unopened.push(...state.unopened);
    current &&= state.current;
  }
  return { secrets, unopened, current };
}

function toEntry(
  action: 'rotateSealingKey' | 'replaceLostSecret',
  {
    organization_id,
    sealing: { key_id },
    settings,
  }: { readonly organization_id: string | null; readonly sealing: Sealing; readonly settings: Settings },
): ReturnType<typeof toAuditEntry> {
  const context = { caller: commandCaller(settings), now: systemClock.now() };
  return toAuditEntry({ action, organization_id, details: { key_id } }, context);
}

function toRows({ secrets }: SealingState, { key_id, other_key_ids }: Sealing): string[][] {
  const use = (id: string) => {
    if (id === key_id) return 'seals and opens';
    if (other_key_ids.includes(id)) return 'opens';
    return id === 'v1' ? 'not named: sealed by an earlier version' : 'not given';
  };
  const ids = new Set([key_id, ...other_key_ids, ...secrets.keys()]);
  return [['KEY', 'SECRETS', 'USE'], ...[...ids].map((id) => [id, String(secrets.get(id) ?? 0), use(id)])];
}

function explainUnopened(unopened: readonly NamedOrganization[]): string {
  const rows = unopened.map(({ organization_id, name }) => [`  ${organization_id}`, name]);
  return `No given key opens the signing secrets of these organizations. Set ${second} to the key that sealed them:\n${toColumns(rows)}`;
}

function countOf(organizations: number): string {
  return organizations === 1
    ? 'The secrets of 1 organization are'
    : `The secrets of ${organizations} organizations are`;
}
