import { type FlagValues, flags as table, shapeOf } from '@booking-service/conformance/flags';
import { Option } from 'commander';
import { systemClock } from '@booking-service/kernel/time';
import { type CreateCommand, defineCommand, type NamedCommands } from '../define-command.ts';
import { StartError } from '../start-error.ts';
import { reportOf, requireProviders } from './run-scenario.ts';

/** booking-service conformance: the command of @booking-service/conformance, with its flags. */
export const conformance: CreateCommand = defineCommand<Readonly<Record<string, string>>>({
  name: 'conformance',
  summary: 'Checks a deployment, or any other implementation, against the rules of the interface',
  details:
    'Sends requests, receives webhooks and prints a verdict on each rule. It makes bookings and moves the clock of a sandbox: use a sandbox of its own, or a test key. Exits with 1 if a rule is broken or was not checked, and with 2 if the check cannot begin: the address or the key is wrong.',
  example: '--url http://127.0.0.1:7420 --admin-url http://127.0.0.1:7422',
  flags: table.map((flag) => new Option(shapeOf(flag), flag.meaning)),
  settings: [],
  async run({ flags, environment }) {
    const given: FlagValues = Object.fromEntries(
      table.map(({ name }) => [name, flags[name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())]]),
    );
    // Other commands do not load the checks.
    const { runConformance } = await import('@booking-service/conformance');
    const { text, exitCode } = await runConformance(given, environment).catch((cause: unknown) => {
      throw new StartError(cause instanceof Error ? cause.message : String(cause), { exitCode: 2, cause });
    });
    if (exitCode === 1) throw new StartError(text, { isReport: true });
    return text;
  },
});

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
    const { checkSupplier } = await import('./check-provider.ts');
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
    const { certifyAt } = await import('./check-provider.ts');
    const log = createLog({ level: 'silent' });
    return reportOf(name, await certifyAt({ file, name, livemode: live, clock: systemClock, log, environment }));
  },
});

/** booking-service provider …. */
export const providerCommands: NamedCommands = [
  ['provider check', check],
  ['provider certify', certify],
];

const checkCards = defineCommand<{ readonly live?: true }>({
  name: 'check',
  summary: 'Checks whether a card service does what the service requires of it',
  details:
    'Opens, captures, repeats, voids and refunds payments at the test side of payments, and prints what passed. If the card service simulates no approvals, it prints the address at which a person approves the payment, and waits. It also checks cards, which changes nothing. Every payment is voided or refunded. Exits with 1 if a scenario fails.',
  example: '--providers providers.yaml',
  flags: [new Option('--live', 'check the live side of payments: the money is real')],
  settings: ['providers'],
  async run({ settings: { providers }, flags: { live = false }, environment, line }) {
    const file = requireProviders(providers, line);
    // Other commands do not load these.
    const { createLog } = await import('../../log/log.ts');
    const { checkConfigured } = await import('./check-card-service.ts');
    const log = createLog({ level: 'silent' });
    // The person reads it while the check waits.
    const show = (text: string) => void process.stderr.write(`${text}\n`);
    const results = await checkConfigured({ file, livemode: live, clock: systemClock, log, environment, show });
    return reportOf('card service', results);
  },
});

/** booking-service card-service …. */
export const cardServiceCommands: NamedCommands = [['card-service check', checkCards]];
