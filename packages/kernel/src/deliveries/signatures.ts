/** The event and the time of one signature, beside the bytes of the body. */
export interface Signing {
  /** The id of the event. */
  readonly id: string;
  /** The time of the attempt: each has a signature of its own. */
  readonly at: Date;
}

/** Returns the headers with the signature of a body. */
export type Signer = (body: Buffer, signing: Signing) => Readonly<Record<string, string>>;

/** Creates the signer of a signing secret. */
export type CreateSigner = (secret: string) => Signer;

/** Signs webhooks, and keeps the signers of the last organizations: a signer costs more than a signature. */
export interface Signatures {
  /** Returns the headers with the signature (SIG-1). */
  sign(body: Buffer, signing: Signing & { readonly secret: string }): Readonly<Record<string, string>>;
}

const maxSigners = 1_000;

export function createSignatures(createSigner: CreateSigner): Signatures {
  const signers = new Map<string, Signer>();

  function getSigner(secret: string): Signer {
    const known = signers.get(secret);
    if (known) return known;
    if (signers.size === maxSigners) signers.clear();
    const signer = createSigner(secret);
    signers.set(secret, signer);
    return signer;
  }

  return { sign: (body, { secret, ...signing }) => getSigner(secret)(body, signing) };
}
