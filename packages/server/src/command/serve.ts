import { Option } from 'commander';
import { pino } from 'pino';
import { exitOnUncaught } from '../log/containment.ts';
import { stopOnSignals } from './stop-on-signals.ts';
import { createLog } from '../log/log.ts';
import { startSandbox } from './sandbox/start-sandbox.ts';
import { listSettings } from './settings/settings.ts';
import { defineCommand, type CreateCommand } from './define-command.ts';
import { startService } from './start-service.ts';

export const serve: CreateCommand = defineCommand<{ readonly sandbox?: true }>({
  name: 'serve',
  summary: 'Starts the service, or with --sandbox a complete sandbox on this computer',
  details: `The sandbox needs no setup. It creates its database, an organization with a test key and a live key, a simulated provider for every outcome, and a receiver that shows the webhooks. npm start runs it.

The service needs --providers, a sealing key, and a database that booking-service migrate has created: a data folder for one process, or PostgreSQL for any number of processes.`,
  example: '--sandbox --tick 2',
  flags: [new Option('--sandbox', 'start a sandbox')],
  settings: listSettings().map(([name]) => name),
  async run({ settings, flags, line }) {
    const log = createLog({ level: settings.log_level, destination: pino.destination(2) });
    const endWatch = exitOnUncaught(log);
    try {
      const running = await (flags.sandbox ? startSandbox(settings, { log, line }) : startService(settings, log));
      stopOnSignals({ stop: () => running.close(), log });
      return running.welcome;
    } catch (error) {
      endWatch();
      throw error;
    }
  },
});
