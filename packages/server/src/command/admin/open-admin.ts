/**
 * The operations of the admin contract for commands: the same handlers as those of the admin server, on the same store, also while a
 * server runs. The caller is the operator, and the audit log shows the actor `command` with the name of the person.
 */
import { userInfo } from 'node:os';
import type { AdminOperationId, AdminRequest, AdminResponse } from '@booking-service/contract/admin';
import type { HttpResponse } from '@booking-service/kernel/http';
import type { ApiKey, Sealing } from '@booking-service/kernel/store';
import { systemClock } from '@booking-service/kernel/time';
import { type AdminCaller, operatorCaller, toAdminRefusal } from '../../admin/admin-context.ts';
import { dashboardUrl, isInFolder, type Settings } from '../settings/effective-settings.ts';
import type { RequestParts } from '../../admin/admin-validators.ts';
import type { adminOperations as operationsOf } from '../../admin/operations/admin-operations.ts';
import type { ReadPayment } from '../../domain/payment.ts';
import { locationFlag } from '../define-command.ts';
import { isSandboxFolder, openAdminStore, type StoreLocation } from '../open-store.ts';
import { StartError } from '../start-error.ts';

/** Returns the caller of a command: the operator, with the name of --as or that of the user of the operating system. */
export function commandCaller({ as = systemUser() }: Partial<Pick<Settings, 'as'>>): AdminCaller {
  const caller = operatorCaller('command');
  return { ...caller, actor: { ...caller.actor, name: as } };
}

/** A container may run as a user without a name. */
function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.() ?? 'unknown'}`;
  }
}

/** An operation that commands can run. */
export type CommandOperation = keyof ReturnType<typeof operationsOf>;
/** The body of an operation's success. */
export type SuccessOf<K extends AdminOperationId> = Extract<AdminResponse<K>, { readonly status: 200 | 201 }>['body'];
/** The parts of a request that the operation has. */
type GivenRequest<K extends AdminOperationId> = Partial<AdminRequest<K>>;

type AdminSettings = StoreLocation &
  Pick<Settings, 'loopback_webhooks' | 'webhook_private_networks' | 'dashboard_port' | 'dashboard_url'> &
  Partial<Pick<Settings, 'retention_days' | 'old_events' | 'as'>>;

export interface CommandAdmin extends AsyncDisposable {
  /** Runs an operation and returns the body of its response. Throws a StartError if it is refused; exit code 2 for a wrong value. */
  run<K extends CommandOperation>(operationId: K, request?: GivenRequest<K>): Promise<SuccessOf<K>>;
  /** The same for a request from the command line. `flags` has the flag of each parameter and field, for messages. */
  runParts(
    operationId: CommandOperation,
    parts: RequestParts,
    flags?: Readonly<Record<string, string>>,
  ): Promise<unknown>;
  /** Finds a key by its id alone. The contract names every key with its organization. */
  findApiKey(id: string): Promise<ApiKey | undefined>;
}

type AnyHandler = (request: unknown, caller: AdminCaller) => Promise<HttpResponse>;

interface AdminNeeds {
  /** Needed only for operations with a signing secret. */
  readonly sealing?: Sealing | undefined;
  /** Needed only for operations that read payments. */
  readonly readPayment?: ReadPayment | undefined;
}

/** Opens the operations. */
export async function openAdmin(
  settings: AdminSettings,
  { sealing, readPayment }: AdminNeeds = {},
): Promise<CommandAdmin> {
  // Help and other commands do not load the operations.
  const { validateParts } = await import('../../admin/admin-validators.ts');
  const { nameUnavailable } = await import('../../admin/admin-context.ts');
  const { adminOperations } = await import('../../admin/operations/admin-operations.ts');
  const store = await openAdminStore(settings, sealing);
  const { data, loopback_webhooks, webhook_private_networks: webhookPrivateNetworks } = settings;
  const { retention_days, old_events } = settings;
  const allowLoopbackWebhooks = loopback_webhooks === 'allow' || (isInFolder(settings) && isSandboxFolder(data));
  const dashboard = { url: dashboardUrl(settings), clock: systemClock };
  const webhooks = { allowLoopbackWebhooks, webhookPrivateNetworks };
  const caller = commandCaller(settings);
  const kept = { retention_days, old_events };
  const handlers = adminOperations({ store, clock: systemClock, ...webhooks, dashboard, ...kept, readPayment });

  async function runParts(
    operationId: CommandOperation,
    parts: RequestParts,
    flags: Readonly<Record<string, string>> = {},
  ): Promise<unknown> {
    try {
      const request = validateParts(operationId, parts);
      // The path of the contract has this parameter, or none with this name.
      const { organization_id: id } = request.path as { readonly organization_id?: string };
      if (id !== undefined && !(await store.findListedOrganization(id))) throw noOrganization(id, settings);
      const handler = handlers[operationId] as AnyHandler;
      return (await nameUnavailable(() => handler(request, caller))).body;
    } catch (error) {
      throw toCommandError(error, flags);
    }
  }

  return {
    runParts,
    async run<K extends CommandOperation>(operationId: K, given: GivenRequest<K> = {}): Promise<SuccessOf<K>> {
      // A handler returns a success of its operation or throws a refusal.
      return (await runParts(operationId, given)) as SuccessOf<K>;
    },
    findApiKey: (id) => store.findApiKey(id),
    [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
  };
}

interface List<Row> {
  readonly data: readonly Row[];
  readonly next_cursor: string | null;
}

/** Returns the rows of all pages of a list of the admin contract. */
export async function readLists<Row>(
  read: (query: { readonly limit: number; readonly cursor?: string }) => Promise<List<Row>>,
): Promise<Row[]> {
  const limit = 100;
  const rows: Row[] = [];
  let page = await read({ limit });
  rows.push(...page.data);
  while (page.next_cursor !== null) {
    page = await read({ limit, cursor: page.next_cursor });
    rows.push(...page.data);
  }
  return rows;
}

function noOrganization(id: string, settings: StoreLocation): StartError {
  return new StartError(
    `No organization has the id ${JSON.stringify(id)}. List the organizations: booking-service org list${locationFlag(settings)}`,
  );
}

function toCommandError(cause: unknown, flags: Readonly<Record<string, string>>): unknown {
  if (cause instanceof StartError) return cause;
  const { error_code, message } = toAdminRefusal(cause);
  if (error_code === 'internal_error' || error_code === 'service_unavailable') return cause;
  // A parameter or a field of the body is a flag of the command.
  const shown = message.replace(
    /^(?:\/|The query parameter )(\w+)(?= )/,
    (_, field: string) => flags[field] ?? `--${field.replaceAll('_', '-')}`,
  );
  return new StartError(shown, { exitCode: error_code === 'invalid_request' ? 2 : 1, cause });
}
