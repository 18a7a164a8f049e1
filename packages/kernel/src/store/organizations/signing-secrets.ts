/**
 * The part of the port that rotates signing secrets (ORG-5). An organization has one secret that signs. The next one can be prepared
 * beside it, so that receivers verify with both before it is activated. The columns have sealed secrets; callers of the port pass and
 * get them in clear text (seal-kernel.ts).
 */
import type { Part, PrepareShared } from '../shared-statement.ts';
import { StoreError } from '../store-errors.ts';

export interface SigningSecretPair {
  /** The secret that signs. */
  readonly signing_secret: string;
  /** The next secret; null if none is prepared. */
  readonly prepared_secret: string | null;
  /** The time at which it was prepared; null if none is. */
  readonly secret_prepared: string | null;
}

/** A secret to prepare. */
export interface NewSecret {
  readonly organization_id: string;
  readonly secret: string;
  readonly created: string;
}

/** The sealed secrets of an organization, as they are stored. */
export interface SealedSecrets extends SigningSecretPair {
  readonly organization_id: string;
  readonly name: string;
}

export interface SigningSecretReads {
  findSecrets(organization_id: string): Promise<SigningSecretPair | undefined>;
  /** Returns a page of the secrets of all organizations, sealed, in order of id. */
  listSealedSecrets(page: { readonly after: string; readonly limit: number }): Promise<SealedSecrets[]>;
  /** Returns the sealed text that each start opens, to test its key. */
  findSealedCheck(): Promise<string>;
}

export interface SigningSecretWrites {
  /** Stores the next secret. False if one is prepared already. */
  prepareSecret(secret: NewSecret): Promise<boolean>;
  /** Makes the prepared secret the one that signs, and removes the old one. False if none is prepared. */
  activateSecret(organization_id: string): Promise<boolean>;
  /** Removes the prepared secret. False if none is prepared. */
  discardSecret(organization_id: string): Promise<boolean>;
  /** Replaces the sealed secrets of an organization. False if `before` is not what is stored any more. */
  replaceSealedSecrets(change: { readonly before: SealedSecrets; readonly after: SigningSecretPair }): Promise<boolean>;
  replaceSealedCheck(check_value: string): Promise<void>;
}

const selectSecrets = {
  name: 'find_secrets',
  text: 'SELECT signing_secret, prepared_secret, secret_prepared FROM organizations WHERE id = $1',
};
const prepareSecret = {
  name: 'prepare_secret',
  text: `
    UPDATE organizations SET prepared_secret = $2, secret_prepared = $3 WHERE id = $1 AND prepared_secret IS NULL
    RETURNING id`,
};
// Both secrets are sealed for the organization, so the sealed text moves as it is.
const activateSecret = {
  name: 'activate_secret',
  text: `
    UPDATE organizations SET signing_secret = prepared_secret, prepared_secret = NULL, secret_prepared = NULL
    WHERE id = $1 AND prepared_secret IS NOT NULL RETURNING id`,
};
const discardSecret = {
  name: 'discard_secret',
  text: `
    UPDATE organizations SET prepared_secret = NULL, secret_prepared = NULL
    WHERE id = $1 AND prepared_secret IS NOT NULL RETURNING id`,
};
const listSealed = {
  name: 'list_sealed_secrets',
  text: `
    SELECT id AS organization_id, name, signing_secret, prepared_secret, secret_prepared FROM organizations
    WHERE id > $1 ORDER BY id LIMIT $2`,
};
const replaceSealed = {
  name: 'replace_sealed_secrets',
  text: `
    UPDATE organizations SET signing_secret = $2, prepared_secret = $3, secret_prepared = $4
    WHERE id = $1 AND signing_secret = $5 AND prepared_secret IS NOT DISTINCT FROM $6 RETURNING id`,
};
const selectCheck = { name: 'find_sealed_check', text: 'SELECT check_value FROM sealing' };
const updateCheck = { name: 'replace_sealed_check', text: 'UPDATE sealing SET check_value = $1' };

/** The signing secrets on either engine. */
export function signingSecrets(prepare: PrepareShared): Part<SigningSecretReads, SigningSecretWrites> {
  const find = prepare<SigningSecretPair>(selectSecrets);
  const [add, activate, discard] = [prepare(prepareSecret), prepare(activateSecret), prepare(discardSecret)];
  const [list, replace] = [prepare<SealedSecrets>(listSealed), prepare(replaceSealed)];
  const [findCheck, replaceCheck] = [prepare<{ check_value: string }>(selectCheck), prepare(updateCheck)];
  return {
    reads: {
      async findSecrets(organization_id) {
        const [row] = await find(organization_id);
        return row && { ...row };
      },
      async listSealedSecrets({ after, limit }) {
        return (await list(after, limit)).map((row) => ({ ...row }));
      },
      async findSealedCheck() {
        const [row] = await findCheck();
        if (!row) throw new StoreError('The database has no test value of its sealing key. Restore it from a backup.');
        return row.check_value;
      },
    },
    writes: {
      async prepareSecret({ organization_id, secret, created }) {
        return (await add(organization_id, secret, created)).length === 1;
      },
      async activateSecret(organization_id) {
        return (await activate(organization_id)).length === 1;
      },
      async discardSecret(organization_id) {
        return (await discard(organization_id)).length === 1;
      },
      async replaceSealedSecrets({ before, after }) {
        const next = [after.signing_secret, after.prepared_secret, after.secret_prepared];
        const earlier = [before.signing_secret, before.prepared_secret];
        return (await replace(before.organization_id, ...next, ...earlier)).length === 1;
      },
      async replaceSealedCheck(check_value) {
        await replaceCheck(check_value);
      },
    },
  };
}
