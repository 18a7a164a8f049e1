import type { delivery } from '@booking-service/contract';

/** The cause of an attempt without a response, as the contract lists it. */
export type AttemptCause = keyof typeof delivery.attempt_causes;
