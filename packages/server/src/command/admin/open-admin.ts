/**
 * The operations of the admin contract for commands: the same handlers as those of the admin server, on the same store, also while a
 * server runs. The caller is the operator, and the audit log shows the actor `command`.
 */
import type { AdminOperationId, AdminRequest, AdminResponse } from '@booking-service/contract/admin';
import { operatorCaller, type AdminCaller } from '../../admin/admin-caller.ts';
import { toAdminRefusal } from '../../admin/admin-refusal.ts';
import type { adminOperations as operationsOf } from '../../admin/operations/admin-operations.ts';
import type { ApiKey } from '../../store/access/api-keys.ts';
import type { Sealing } from '../../store/sealing.ts';
import { systemClock } from '../../time/clock.ts';
import { openAdminStore, type StoreLocation } from '../open-store.ts';
import { requireOrganization } from './require-organization.ts';
import { dashboardUrl, type Settings } from '../settings/settings.ts';
import { isSandboxFolder } from '../sandbox/sandbox-sealing.ts';
import { StartError } from '../start-error.ts';

type CommandOperation = keyof ReturnType<typeof operationsOf>;
type SuccessOf<K extends AdminOperationId> = Extract<AdminResponse<K>, { readonly status: 200 | 201 }>['body'];
/** The parts of a request that the operation has. */
type GivenRequest<K extends AdminOperationId> = Partial<AdminRequest<K>>;

type AdminSettings = StoreLocation &
  Pick<Settings, 'loopback_webhooks' | 'webhook_private_networks' | 'dashboard_port' | 'dashboard_url'> &
  Partial<Pick<Settings, 'retention_days'>>;

export interface CommandAdmin extends AsyncDisposable {
  /** Runs an operation and returns the body of its response. Throws a StartError if it is refused; exit code 2 for a wrong value. */
  run<K extends CommandOperation>(operationId: K, request?: GivenRequest<K>): Promise<SuccessOf<K>>;
  /** Finds a key by its id alone. The contract names every key with its organization. */
  findApiKey(id: string): Promise<ApiKey | undefined>;
}

type AnyHandler = (request: unknown, caller: AdminCaller) => Promise<{ readonly body: unknown }>;

/** Opens the operations. `sealing` is needed only for those with a signing secret. */
export async function openAdmin(settings: AdminSettings, sealing?: Sealing): Promise<CommandAdmin> {
  // Help and other commands do not load the operations.
  const { validateParts } = await import('../../admin/admin-validators.ts');
  const { adminOperations } = await import('../../admin/operations/admin-operations.ts');
  const store = await openAdminStore(settings, sealing);
  const {
    data,
    database,
    loopback_webhooks,
    webhook_private_networks: webhookPrivateNetworks,
    retention_days,
  } = settings;
  const allowLoopbackWebhooks = loopback_webhooks === 'allow' || (database === undefined && isSandboxFolder(data));
  const dashboard = { url: dashboardUrl(settings), clock: systemClock };
  const webhooks = { allowLoopbackWebhooks, webhookPrivateNetworks };
  const handlers = adminOperations({ store, clock: systemClock, ...webhooks, dashboard, retention_days });

  return {
    async run<K extends CommandOperation>(operationId: K, given: GivenRequest<K> = {}): Promise<SuccessOf<K>> {
      try {
        const request = validateParts(operationId, given);
        // The path of the contract has this parameter, or none with this name.
        const { organization_id: id } = request.path as { readonly organization_id?: string };
        if (id !== undefined) requireOrganization(await store.findListedOrganization(id), { id, settings });
        const { body } = await (handlers[operationId] as AnyHandler)(request, operatorCaller('command'));
        // A handler returns a success or throws a refusal.
        return body as SuccessOf<K>;
      } catch (error) {
        throw toCommandError(error);
      }
    },
    findApiKey: (id) => store.findApiKey(id),
    [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
  };
}

function toCommandError(cause: unknown): unknown {
  const { error_code, message } = toAdminRefusal(cause);
  if (error_code === 'internal_error' || error_code === 'service_unavailable') return cause;
  // A field of the body is a flag of the command.
  const shown = message.replace(/^\/(\w+)(?= )/, (_, field: string) => `--${field.replaceAll('_', '-')}`);
  return new StartError(shown, { exitCode: error_code === 'invalid_request' ? 2 : 1, cause });
}
