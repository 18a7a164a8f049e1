/**
 * The methods that every service has: its callers, organizations, signing secrets, deliveries, the removal of old events, and commits
 * of its own statements. An engine has them with sealed secrets. Each method is one transaction.
 */
import type { ApiKeyReads, ApiKeyWrites, CallerReads, CallerWrites, Creations, RateCounts } from './access/port.ts';
import type { ClaimedDelivery, DeliveryCountReads, DeliveryReads, DeliveryWrites, Lease } from './deliveries/port.ts';
import type { HistoryWrites } from './history/port.ts';
import type {
  OrganizationReads,
  OrganizationWrites,
  SettingsWrites,
  SigningSecretReads,
  SigningSecretWrites,
} from './organizations/organizations.ts';
import type { Sealing } from './sealing.ts';
import type { NewEvent, Origin } from '../contract.ts';
import type { SharedStatement } from './shared-statement.ts';

export interface KernelReads
  extends
    ApiKeyReads,
    CallerReads,
    DeliveryCountReads,
    DeliveryReads,
    OrganizationReads,
    QueryReads,
    SigningSecretReads {}

export interface KernelWrites
  extends
    ApiKeyWrites,
    CallerWrites,
    CommitWrites,
    Creations,
    DeliveryWrites,
    HistoryWrites,
    OrganizationWrites,
    SettingsWrites,
    SigningSecretWrites,
    WriteChecks {}

export interface WriteChecks {
  /** Makes a write that changes nothing. Rejects if writes fail, or if damage was found in the database. */
  checkWrite(): Promise<void>;
}

export interface KernelStore extends KernelReads, KernelWrites, RateCounts, AsyncDisposable {}

// Seals and opens signing secrets at the port, for both engines. Callers of a store work with secrets in clear text. An engine, and any
// thread or server that it writes with, sees only sealed ones. The sealing key stays in this thread.

/** Returns the store that callers use. */
export function sealKernel(engine: KernelStore, sealing: Sealing): KernelStore {
  return { ...engine, ...sealSecrets(engine, sealing), ...sealDeliveries(engine, sealing) };
}

type SecretMethods = Pick<OrganizationReads, 'findOrganization'> &
  Pick<SigningSecretReads, 'findSecrets'> &
  Pick<Creations, 'createOrganization'> &
  Pick<SigningSecretWrites, 'prepareSecret'>;

/** Returns the methods with a signing secret, for callers that pass it, or receive it, in clear text. */
export function sealSecrets(engine: SecretMethods, sealing: Sealing): SecretMethods {
  return {
    async createOrganization(organization, keys) {
      const signing_secret = sealing.seal(organization.signing_secret, organization.id);
      return engine.createOrganization({ ...organization, signing_secret }, keys);
    },
    async findOrganization(id) {
      const found = await engine.findOrganization(id);
      return found && { ...found, signing_secret: sealing.open(found.signing_secret, id) };
    },
    async findSecrets(id) {
      const found = await engine.findSecrets(id);
      if (!found) return undefined;
      const { signing_secret, prepared_secret } = found;
      return {
        ...found,
        signing_secret: sealing.open(signing_secret, id),
        prepared_secret: prepared_secret === null ? null : sealing.open(prepared_secret, id),
      };
    },
    async prepareSecret(prepared) {
      return engine.prepareSecret({ ...prepared, secret: sealing.seal(prepared.secret, prepared.organization_id) });
    },
  };
}

/** The secrets that stay open. */
const maxOpened = 1_000;

/** Returns the methods that claim deliveries, each with its secret in clear text. A delivery that cannot be signed uses no attempt. */
export function sealDeliveries(
  engine: Pick<DeliveryWrites, 'claimTurns' | 'claimDeliveries' | 'giveBackDeliveries'>,
  sealing: Sealing,
): Pick<DeliveryWrites, 'claimTurns' | 'claimDeliveries'> {
  /** The secrets of the last organizations, by organization and sealed text. */
  const opened = new Map<string, string>();

  function open(sealed: string, organization_id: string): string {
    const name = `${organization_id} ${sealed}`;
    const known = opened.get(name);
    if (known !== undefined) return known;
    const secret = sealing.open(sealed, organization_id);
    if (opened.size === maxOpened) opened.clear();
    opened.set(name, secret);
    return secret;
  }

  async function openAll(
    claimed: readonly ClaimedDelivery[],
    { lease_token }: Pick<Lease, 'lease_token'>,
  ): Promise<ClaimedDelivery[]> {
    try {
      return claimed.map((delivery) => {
        return { ...delivery, signing_secret: open(delivery.signing_secret, delivery.organization_id) };
      });
    } catch (error) {
      await engine.giveBackDeliveries({ deliveries: claimed, lease_token });
      throw error;
    }
  }

  return {
    async claimTurns(claim) {
      const turns = await engine.claimTurns(claim);
      return Promise.all(
        turns.map(async (turn) => {
          try {
            return { ...turn, deliveries: await openAll(turn.deliveries, claim) };
          } catch (fault) {
            return { ...turn, deliveries: [], fault };
          }
        }),
      );
    },
    async claimDeliveries(claim) {
      return openAll(await engine.claimDeliveries(claim), claim);
    },
  };
}

// The part of the port for services that bring only SQL: a statement changes rows of the service, and its idempotency key, its events
// and their deliveries are stored in the same transaction. The statement is the same on both engines, with the parameters $1, $2, …

/** A value of a statement. */
export type StatementValue = string | number | null;

/** The key and the events that a commit stores beside the rows of its statement. */
export interface CommitOf {
  readonly organization_id: string;
  readonly livemode: boolean;
  /** Default: the operation has no key. */
  readonly idempotency_key?: string | undefined;
  /** The id of the row that the key and the events are about. */
  readonly subject_id: string;
  readonly events: readonly NewEvent[];
  /** The cause of the events. Default: no request. */
  readonly origin?: Origin | undefined;
}

/** The rows that the statement returned; or the subject of an earlier commit under the same key, which changed nothing now. */
export type Committed<Row> =
  | { readonly replayed: false; readonly rows: Row[] }
  | { readonly replayed: true; readonly subject_id: string };

/** Finds the subject of the commit under a key. Both engines read a 1 as true. */
export const selectKeySubject: SharedStatement = {
  name: 'select_key_subject',
  text: 'SELECT subject_id FROM idempotency_keys WHERE organization_id = $1 AND livemode = $2 AND idempotency_key = $3',
};

export interface CommitWrites {
  /**
   * Runs a statement that changes rows and returns them (`RETURNING`), and stores its key and its events in the same transaction. A
   * statement that returns no row stores neither. An error undoes everything.
   */
  commit<Row>(statement: SharedStatement, values: readonly StatementValue[], of: CommitOf): Promise<Committed<Row>>;
}

export interface QueryReads {
  /** Runs a statement that only reads, and returns its rows. */
  query<Row>(statement: SharedStatement, values: readonly StatementValue[]): Promise<Row[]>;
}
