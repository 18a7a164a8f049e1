import type { ReadPayment } from '../domain/payment.ts';
import type { PortsOf } from './ports.ts';

/** Returns the function that reads a payment by these ports. */
export function createReadPayment(portsOf: PortsOf): ReadPayment {
  return async function readPayment({ booking, organization_id }) {
    const { livemode } = booking;
    const { payments } = portsOf({ livemode });
    if (!payments) throw new Error(`No card service has a ${livemode ? 'live' : 'test'} side.`);
    return payments.read({ booking }, { livemode, organization_id });
  };
}
