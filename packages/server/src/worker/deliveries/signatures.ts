import { createSigner, type Signer } from '@booking-service/webhooks';

/** Signs webhooks, and keeps the signers of the last organizations: a signer costs more than a signature. */
export interface Signatures {
  /** Returns the value of the signature's header (SIG-1). */
  sign(body: Buffer, signing: { readonly secret: string; readonly at: Date }): string;
}

const maxSigners = 1_000;

export function createSignatures(): Signatures {
  const signers = new Map<string, Signer>();

  function getSigner(secret: string): Signer {
    const known = signers.get(secret);
    if (known) return known;
    if (signers.size === maxSigners) signers.clear();
    const signer = createSigner({ secret });
    signers.set(secret, signer);
    return signer;
  }

  return {
    sign: (body, { secret, at }) => getSigner(secret).header(body, { timestamp: Math.floor(at.getTime() / 1000) }),
  };
}
