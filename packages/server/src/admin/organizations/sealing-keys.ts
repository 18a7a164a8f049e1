/**
 * Changes the sealing key of the stored signing secrets, while servers work on the same store:
 *  1. Read a page of organizations.
 *  2. Seal again what another key sealed, one organization and one transaction at a time. A secret that was changed since it was read
 *     stays: the next pass has it.
 *  3. After a pass that changed every secret, replace the test value that each start opens. From then on the old key alone opens
 *     nothing.
 * A crash between two organizations leaves secrets of both keys, which a store with both keys opens. The next run continues.
 */
import { newSigningSecret } from '@booking-service/kernel/contract';
import type { AdminStore, AuditEntry, SealedSecrets, Sealing, SigningSecretPair } from '../../store/store.ts';

type SecretStore = Pick<
  AdminStore,
  'listSealedSecrets' | 'replaceSealedSecrets' | 'findSealedCheck' | 'replaceSealedCheck' | 'recordAudit' | 'audited'
>;

const page = 100;
/** Each pass after the first has only secrets that were changed during the one before. */
const maxPasses = 10;
// The text is stored data: it does not follow the name of the service.
const check = { text: 'booking-service', owner: 'check_value' } as const;

/** An organization in a result. */
export type NamedOrganization = Pick<SealedSecrets, 'organization_id' | 'name'>;

export interface SealingState {
  /** The number of stored secrets that each key sealed, by its id. `v1`: sealed by an earlier version, which named no key. */
  readonly secrets: ReadonlyMap<string, number>;
  /** The organizations with a secret that no given key opens. */
  readonly unopened: readonly NamedOrganization[];
  /** True if everything is sealed with the key that seals now, with the test value. */
  readonly current: boolean;
}

export interface Rotated {
  /** The number of organizations whose secrets were sealed again. */
  readonly resealed: number;
  readonly unopened: readonly NamedOrganization[];
}

/** A new prepared secret of an organization whose own secret is lost. */
export interface RecoveredSecret extends NamedOrganization {
  readonly prepared_secret: string;
}

/** Reads which keys the stored secrets were sealed with. Changes nothing. */
export async function readSealingState(store: SecretStore, sealing: Sealing): Promise<SealingState> {
  const secrets = new Map<string, number>();
  const unopened: NamedOrganization[] = [];
  for await (const organization of listAll(store)) {
    for (const sealed of secretsOf(organization)) {
      const id = sealing.keyIdOf(sealed) ?? 'v1';
      secrets.set(id, (secrets.get(id) ?? 0) + 1);
    }
    if (!opens(organization, sealing)) unopened.push(toNamed(organization));
  }
  const isCheckCurrent = sealing.keyIdOf(await store.findSealedCheck()) === sealing.key_id;
  return { secrets, unopened, current: isCheckCurrent && [...secrets.keys()].every((id) => id === sealing.key_id) };
}

/** Seals everything with the key that seals now. `entry` is recorded before the first change. */
export async function rotateSealingKey(
  store: SecretStore,
  { sealing, entry }: { readonly sealing: Sealing; readonly entry: AuditEntry },
): Promise<Rotated> {
  let resealed = 0;
  let isRecorded = false;
  const record = async () => {
    if (!isRecorded) await store.recordAudit(entry);
    isRecorded = true;
  };
  for (let pass = 1; pass <= maxPasses; pass += 1) {
    const unopened: NamedOrganization[] = [];
    let missed = 0;
    for await (const organization of listAll(store)) {
      if (secretsOf(organization).every((sealed) => sealing.keyIdOf(sealed) === sealing.key_id)) continue;
      if (!opens(organization, sealing)) {
        unopened.push(toNamed(organization));
        continue;
      }
      await record();
      const isReplaced = await store.replaceSealedSecrets({
        before: organization,
        after: reseal(organization, sealing),
      });
      if (isReplaced) resealed += 1;
      else missed += 1;
    }
    if (missed > 0) continue;
    const sealedCheck = await store.findSealedCheck();
    if (unopened.length === 0 && sealing.keyIdOf(sealedCheck) !== sealing.key_id) {
      await record();
      // Throws if no given key opens it.
      await store.replaceSealedCheck(sealing.seal(sealing.open(sealedCheck, check.owner), check.owner));
    }
    return { resealed, unopened };
  }
  throw new Error('Signing secrets are changed all the time, so some are not sealed again yet. Run the command again.');
}

/**
 * Prepares a new secret for each organization with a secret that no given key opens, and lets the key that seals now open the store.
 * `entryOf` makes the audit entry of an organization. A repetition returns the secrets that it prepared before.
 */
export async function recoverSecrets(
  store: SecretStore,
  {
    sealing,
    now,
    entryOf,
  }: { readonly sealing: Sealing; readonly now: Date; readonly entryOf: (organization_id: string) => AuditEntry },
): Promise<RecoveredSecret[]> {
  const recovered: RecoveredSecret[] = [];
  for await (const organization of listAll(store)) {
    if (opens(organization, sealing)) continue;
    const { organization_id, signing_secret } = organization;
    const prepared = openOrUndefined(organization.prepared_secret, { organization_id, sealing });
    const prepared_secret = prepared ?? newSigningSecret();
    if (prepared === undefined) {
      const sealed = sealing.seal(prepared_secret, organization_id);
      const after = { signing_secret, prepared_secret: sealed, secret_prepared_at: now.toISOString() };
      const isReplaced = await store
        .audited(entryOf(organization_id))
        .replaceSealedSecrets({ before: organization, after });
      // Someone activated or discarded a secret at this moment. The next run reads the new state.
      if (!isReplaced) continue;
    }
    recovered.push({ ...toNamed(organization), prepared_secret });
  }
  if (!isOpened(await store.findSealedCheck(), { sealing, owner: check.owner })) {
    await store.replaceSealedCheck(sealing.seal(check.text, check.owner));
  }
  return recovered;
}

async function* listAll(store: Pick<AdminStore, 'listSealedSecrets'>): AsyncGenerator<SealedSecrets> {
  let after = '';
  for (;;) {
    const rows = await store.listSealedSecrets({ after, limit: page });
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < page) return;
    after = last.organization_id;
  }
}

function secretsOf({ signing_secret, prepared_secret }: SigningSecretPair): string[] {
  return prepared_secret === null ? [signing_secret] : [signing_secret, prepared_secret];
}

function opens(organization: SealedSecrets, sealing: Sealing): boolean {
  const owner = organization.organization_id;
  return secretsOf(organization).every((sealed) => isOpened(sealed, { sealing, owner }));
}

function isOpened(sealed: string, { sealing, owner }: { sealing: Sealing; owner: string }): boolean {
  try {
    sealing.open(sealed, owner);
    return true;
  } catch {
    // Every reason means that the secret cannot be used.
    return false;
  }
}

function openOrUndefined(
  sealed: string | null,
  { organization_id: owner, sealing }: { organization_id: string; sealing: Sealing },
): string | undefined {
  return sealed !== null && isOpened(sealed, { sealing, owner }) ? sealing.open(sealed, owner) : undefined;
}

function reseal(
  { organization_id, signing_secret, prepared_secret, secret_prepared_at }: SealedSecrets,
  sealing: Sealing,
): SigningSecretPair {
  const again = (sealed: string) => sealing.seal(sealing.open(sealed, organization_id), organization_id);
  return {
    signing_secret: again(signing_secret),
    prepared_secret: prepared_secret === null ? null : again(prepared_secret),
    secret_prepared_at,
  };
}

function toNamed({ organization_id, name }: SealedSecrets): NamedOrganization {
  return { organization_id, name };
}
