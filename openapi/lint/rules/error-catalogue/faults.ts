import type { Fault } from '../../fault.ts';

export const errorCatalogueFaults: readonly Fault[] = [
  {
    fault: 'an enum that lacks a code of the catalogue',
    file: 'components/schemas.yaml',
    set: { '/BookingErrorCode/x-extensible-enum/0': undefined },
    at: 'components/schemas.yaml#/BookingErrorCode/x-extensible-enum',
    message: 'The enum of BookingErrorCode lacks card_declined, which has booking in its stands_in',
  },
  {
    fault: 'an enum with a code of another field',
    file: 'components/schemas.yaml',
    set: { '/OlderErrorCode/enum/5': 'not_found' },
    at: 'components/schemas.yaml#/OlderErrorCode/enum/5',
    message: 'The enum of OlderErrorCode has not_found',
  },
  {
    fault: 'a code that no response documents',
    file: 'components/responses.yaml',
    set: {
      '/UnavailableBooking/x-error-codes/1': undefined,
      '/UnavailableBooking/content/application~1json/examples/vault_unavailable': undefined,
    },
    at: 'behavior/errors.yaml#/vault_unavailable',
    message: 'No response documents vault_unavailable',
  },
];
