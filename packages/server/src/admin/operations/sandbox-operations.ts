import { sandbox, type KeyMode } from '@booking-service/contract';
import type {
  Clock,
  Fault,
  Faults,
  MagicOrganization,
  MagicQuery,
  MagicValues,
  MagicVenue,
  ReceivedWebhook,
  ReceivedWebhookList,
} from '@booking-service/contract/admin';
import { publicKey } from '../../domain/contract.ts';
import { type EveryField, requireAllTaken } from '@booking-service/kernel/contract';
import type { NewestPage } from '@booking-service/kernel/store';
import type { SandboxClock } from '@booking-service/kernel/time';
import type { AuditEntry } from '../../store/access/audit-log.ts';
import { type AdminCaller, type AdminContext, type AdminHandlers, toAuditEntry } from '../admin-context.ts';
import { readPage } from './lists.ts';

/** The faults of the simulated systems of a sandbox. */
export interface FaultSettings {
  readonly current: { readonly provider: Fault; readonly endpoint: Fault };
  /** Replaces the faults that are given. */
  set(faults: { readonly provider?: Fault | undefined; readonly endpoint?: Fault | undefined }): void;
}

/** The webhooks of the built-in receiver of a sandbox. */
export interface ReceivedWebhooks {
  /** The organization whose webhooks go there. */
  readonly organization_id: string;
  /** Newest first. */
  list(): readonly ReceivedWebhook[];
}

export interface SandboxContext {
  readonly store: Pick<AdminContext['store'], 'recordAudit'>;
  readonly clock: SandboxClock;
  readonly faults: FaultSettings;
  /** Default: the sandbox has no receiver. */
  readonly received?: ReceivedWebhooks | undefined;
}

type SandboxOperations = Pick<
  AdminHandlers,
  'getSandboxClock' | 'advanceSandboxClock' | 'listMagicValues' | 'getFaults' | 'setFaults' | 'listReceivedWebhooks'
>;

/** The operations of a sandbox: its clock, its magic values, its faults and its receiver. */
export function sandboxOperations({ store, clock, faults, received }: SandboxContext): SandboxOperations {
  function currentTime(): Clock {
    const at = clock.now().toISOString();
    return { object: 'clock', at, offset_ms: clock.offset_ms() } satisfies EveryField<Clock>;
  }

  function currentFaults(): Faults {
    const { provider, endpoint } = faults.current;
    const shown = { object: 'faults', provider: copyFault(provider), endpoint: copyFault(endpoint) } as const;
    return shown satisfies EveryField<Faults>;
  }

  function record(action: Pick<AuditEntry, 'action' | 'details'>, caller: AdminCaller): Promise<void> {
    return store.recordAudit(toAuditEntry({ ...action, organization_id: null }, { caller, now: clock.now() }));
  }

  return {
    getSandboxClock: async () => ({ status: 200, body: currentTime() }),
    async advanceSandboxClock({ body: { ms, ...rest } }, caller) {
      requireAllTaken(rest);
      await record({ action: 'advanceSandboxClock', details: { ms } }, caller);
      await clock.advance(ms);
      return { status: 200, body: currentTime() };
    },
    listMagicValues: async () => ({ status: 200, body: magicValues() }),
    getFaults: async () => ({ status: 200, body: currentFaults() }),
    async setFaults({ body: { provider, endpoint, ...rest } }, caller) {
      requireAllTaken(rest);
      const details = {
        ...(provider && { provider: provider.behavior }),
        ...(endpoint && { endpoint: endpoint.behavior }),
      };
      await record({ action: 'setFaults', details }, caller);
      faults.set({
        ...(provider && { provider: copyFault(provider) }),
        ...(endpoint && { endpoint: copyFault(endpoint) }),
      });
      return { status: 200, body: currentFaults() };
    },
    async listReceivedWebhooks({ path: { organization_id }, query }) {
      const rows = received?.organization_id === organization_id ? received.list() : [];
      const body = await readPage(query, async ({ before, limit }) => pageOf(rows, { before, limit }), copyReceived);
      return { status: 200, body: body satisfies EveryField<ReceivedWebhookList> };
    },
  };
}

/** Ids are ordered by time, so a webhook that arrives between two pages changes neither. */
function pageOf(rows: readonly ReceivedWebhook[], { before, limit }: NewestPage): readonly ReceivedWebhook[] {
  return rows.filter(({ id }) => before === undefined || id < before).slice(0, limit);
}

function copyReceived(webhook: ReceivedWebhook): ReceivedWebhook {
  return { ...webhook };
}

function copyFault({ behavior, delay_seconds }: Fault): Fault {
  const named = { behavior, delay_seconds } satisfies EveryField<Fault>;
  return delay_seconds === undefined ? { behavior } : { ...named, delay_seconds };
}

function magicValues(): MagicValues {
  const { code, dropped_destination, search_queries, organizations, venues } = sandbox;
  const keyOf = (mode: KeyMode, name: string) => publicKey(mode, name);
  return {
    object: 'magic_values',
    code,
    dropped_destination,
    search_queries: Object.entries(search_queries).map(
      ([query, error_code]) => ({ query, error_code }) satisfies EveryField<MagicQuery>,
    ),
    organizations: organizations.map(({ name, meaning }) => {
      const keys = { test_key: keyOf('test', name), live_key: keyOf('live', name) };
      return { name, ...keys, meaning } satisfies EveryField<MagicOrganization>;
    }),
    venues: venues.map(
      ({ id, name, city, country, meaning }) => ({ id, name, city, country, meaning }) satisfies EveryField<MagicVenue>,
    ),
  } satisfies EveryField<MagicValues>;
}
