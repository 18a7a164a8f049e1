export { usualMistakes, type RefusedWebhook, type Suspect } from './lib/verifying/usual-mistakes.ts';
export type { Clock, RawBody } from './lib/input.ts';
export { eventTypes, isKnownEvent } from './lib/events.ts';
export type { BookingEvent, EventMap, EventType, UnknownEvent, UnknownValue, WebhookEvent } from './lib/events.ts';
export { createMemoryDedupe, createReceiver } from './lib/receiving/receive.ts';
export type {
  Arrival,
  Claim,
  DedupeStore,
  EventHandler,
  MemoryDedupeOptions,
  Receipt,
  Receiver,
  ReceiverOptions,
} from './lib/receiving/receive.ts';
export { createSigner, type HeaderOptions, type Signer, type SignerOptions } from './lib/signing/sign.ts';
export { SIGNATURE_HEADER, SignatureError } from './lib/verifying/signature.ts';
export type { HeaderSource, HeaderValue, Refusal, SignatureErrorReason } from './lib/verifying/signature.ts';
export { createVerifier } from './lib/verifying/verify.ts';
export type { SignatureMatch, Verification, Verifier, VerifierOptions } from './lib/verifying/verify.ts';
