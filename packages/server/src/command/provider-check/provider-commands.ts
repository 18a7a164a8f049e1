import { Option } from 'commander';
import { systemClock } from '@booking-service/kernel/time';
import { reportOf, requireProviders } from '../checks/run-scenario.ts';
import { defineCommand, type NamedCommands } from '../define-command.ts';

const check = defineCommand<{ readonly live?: true; readonly both?: true }>({
  name: 'check',
  summary: 'Checks whether a provider does what the service requires of it',
  details:
    'Searches, books, repeats, modifies and cancels at the test side of the supplier, and prints what passed. It makes a few bookings on the next free slots, and releases them. With --both it also reads the live availability, which a test booking must not change. Exits with 1 if a scenario fails.',
  operand: 'NAME',
  example: 'corner --providers providers.yaml',
  flags: [
    new Option('--live', 'check the live side: the bookings are real'),
    new Option('--both', 'read the live availability, too').conflicts('live'),
  ],
  settings: ['providers'],
  async run({ settings: { providers }, flags: { live = false, both = false }, operand: name, environment, line }) {
    const file = requireProviders(providers, `${line} ${name}`);
    // Other commands do not load these.
    const { createLog } = await import('../../log/log.ts');
    const { checkSupplier } = await import('./check-supplier.ts');
    const log = createLog({ level: 'silent' });
    const results = await checkSupplier({ file, name, livemode: live, both, clock: systemClock, log, environment });
    return reportOf(name, results);
  },
});

const certify = defineCommand<{ readonly live?: true }>({
  name: 'certify',
  summary: 'Runs the requests of a standard, so that its validator can certify the service',
  details:
    "Sends the requests of OCTO's validation of resellers in its order, from the supplier to the cancellation of a booking, and prints what was received. Point the test side of a supplier of type octo at the validator, with its session as the token. Exits with 1 if a step fails.",
  operand: 'NAME',
  example: 'octo-validator --providers providers.yaml',
  flags: [new Option('--live', 'use the live side: the booking is real')],
  settings: ['providers'],
  async run({ settings: { providers }, flags: { live = false }, operand: name, environment, line }) {
    const file = requireProviders(providers, `${line} ${name}`);
    const { createLog } = await import('../../log/log.ts');
    const { certifyAt } = await import('./check-supplier.ts');
    const log = createLog({ level: 'silent' });
    return reportOf(name, await certifyAt({ file, name, livemode: live, clock: systemClock, log, environment }));
  },
});

/** booking-service provider …. */
export const providerCommands: NamedCommands = [
  ['provider check', check],
  ['provider certify', certify],
];
