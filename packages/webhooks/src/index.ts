export { createSigner } from './sign.ts';
export type { HeaderOptions, Signer, SignerOptions } from './sign.ts';
export { SignatureError } from './signature-error.ts';
export type { SignatureErrorReason } from './signature-error.ts';
export { SIGNATURE_HEADER } from './signature-header.ts';
export { createVerifier } from './verify.ts';
export type { HeaderValue, Verification, Verifier, VerifierOptions } from './verify.ts';
