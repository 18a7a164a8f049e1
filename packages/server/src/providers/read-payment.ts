import type { PaymentReading } from '../domain/payment.ts';
import type { PaymentCall } from './integrations.ts';
import type { PortsOf } from './ports.ts';

/** Reads a payment at the card service of its mode, within the deadline. Rejects if there is none, or if it fails. */
export type ReadPayment = (call: PaymentCall & { readonly organization_id: string }) => Promise<PaymentReading>;

export function createReadPayment(portsOf: PortsOf): ReadPayment {
  return async function readPayment({ booking, organization_id }) {
    const { livemode } = booking;
    const { payments } = portsOf({ livemode });
    if (!payments) throw new Error(`No card service has a ${livemode ? 'live' : 'test'} side.`);
    return payments.read({ booking }, { livemode, organization_id });
  };
}
