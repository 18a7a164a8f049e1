import { Option } from 'commander';
import { systemClock } from '@booking-service/kernel/time';
import { reportOf, requireProviders } from '../checks/run-scenario.ts';
import { defineCommand, type NamedCommands } from '../define-command.ts';

const check = defineCommand<{ readonly live?: true }>({
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
    const { checkConfigured } = await import('./check-configured.ts');
    const log = createLog({ level: 'silent' });
    // The person reads it while the check waits.
    const show = (text: string) => void process.stderr.write(`${text}\n`);
    const results = await checkConfigured({ file, livemode: live, clock: systemClock, log, environment, show });
    return reportOf('card service', results);
  },
});

/** booking-service card-service …. */
export const cardServiceCommands: NamedCommands = [['card-service check', check]];
