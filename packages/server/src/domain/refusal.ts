import {
  errorCatalogue,
  type BookingStatus,
  type CallErrorCode,
  type CodedError,
  type ErrorDetail,
  type OlderError,
} from '@booking-service/contract';
import {
  type NamesEveryField,
  type RefusalOptions,
  type ErrorDetail as ServiceErrorDetail,
  Refusal as ServiceRefusal,
} from '@booking-service/kernel/contract';
import type { CodedErrorBody, OlderErrorBody } from '@booking-service/kernel/http';

/** A body of the kernel. It names every field of the contract's body. */
// oxlint-disable-next-line typescript/no-generated-empty-object-type -- the fields follow from the contract's body
type Naming<Stated, Written extends NamesEveryField<Stated>> = Written;

declare module '@booking-service/kernel/contract' {
  interface Register {
    /** The bodies of refusals, which the kernel writes. A further field in the contract does not compile here. */
    errorBodies: [
      Naming<OlderError, Required<OlderErrorBody>>,
      Naming<CodedError, Required<CodedErrorBody>>,
      Naming<ErrorDetail, Required<ServiceErrorDetail>>,
    ];
  }
}

export type { RefusalOptions };

/** A refused request. Any code may throw it; only the kernel's http/error-responses.ts turns it into a response. */
export class Refusal extends ServiceRefusal {
  declare readonly code: CallErrorCode;

  /** Default: the message of the catalogue, which providers and the conformance check of one read too. */
  constructor(code: CallErrorCode, options: RefusalOptions = {}) {
    super(code, { ...options, message: options.message ?? errorCatalogue[code].message });
  }
}

/** Returns a 409 invalid_state that names the current status (STA-10). */
export function invalidState(change: string, status: BookingStatus): Refusal {
  return new Refusal('invalid_state', { message: `A booking that is ${status} cannot be ${change}.` });
}
