import type { Fault } from '../fault.ts';

/** Faults in the counts of attempts and deliveries. */
export const deliveryCountFaults: readonly Fault[] = [
  {
    name: 'lost-attempt-counted',
    summary: 'on SQLite an attempt whose lease is lost is counted, but not recorded',
    rules: 'DLV-7',
    file: 'sqliteDeliveries',
    find: 'outcomes.filter((_, index) => recorded[index])',
    plant: 'outcomes.filter((_, index) => recorded[index] !== undefined)',
    tests: ['deliveryStatistics'],
  },
  {
    name: 'counts-overwritten',
    summary: 'on PostgreSQL the failed attempts of a batch replace those of the hour',
    rules: 'DLV-7',
    file: 'deliveryFunctions',
    find: 'failed = c.failed + excluded.failed',
    plant: 'failed = excluded.failed',
    tests: ['deliveryStatistics'],
  },
];
