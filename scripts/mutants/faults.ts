import type { Fault } from './fault.ts';
import { accessFaults } from './faults/access.ts';
import { adminFaults } from './faults/admin.ts';
import { bookingFaults } from './faults/bookings.ts';
import { deliveryFaults } from './faults/deliveries.ts';
import { deliveryCountFaults } from './faults/delivery-counts.ts';
import { providerFaults } from './faults/providers.ts';
import { sessionFaults } from './faults/sessions.ts';

/** The faults of mutation testing. */
export const faults: readonly Fault[] = [
  ...accessFaults,
  ...adminFaults,
  ...bookingFaults,
  ...sessionFaults,
  ...deliveryFaults,
  ...deliveryCountFaults,
  ...providerFaults,
];
