import type { Fault } from '../../fault.ts';

export const errorCatalogueFaults: readonly Fault[] = [
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
