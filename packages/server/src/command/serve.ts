import { pino } from 'pino';
import { exitOnUncaught } from '../log/containment.ts';
import { stopOnSignals } from './graceful-stop.ts';
import { createLog } from '../log/log.ts';
import { startSandbox } from './sandbox/start-sandbox.ts';
import { listSettings } from './settings/settings.ts';
import type { Command } from './command.ts';
import { startService } from './start-service.ts';

export const serve: Command = {
  name: 'serve',
  summary: 'starts the service, or with --sandbox a whole sandbox on this computer',
  about: `With --sandbox it needs nothing: it makes its database, an organization with a test and a live key, a
provider that plays every outcome, and a receiver that shows the webhooks. npm start does this.
Without, it needs --providers, a sealing key, and a database that booking-service migrate made: the data folder, for one
process, or PostgreSQL, for any number of them.`,
  example: '--sandbox --tick 2',
  flags: { sandbox: { meaning: 'starts a sandbox: embedded store, test and live key, real webhooks' } },
  settings: listSettings().map(([name]) => name),
  async run({ settings, switches, line }) {
    const log = createLog({ level: settings.log_level, destination: pino.destination(2) });
    const endWatch = exitOnUncaught(log);
    try {
      const running = await (switches.has('sandbox')
        ? startSandbox(settings, { log, line })
        : startService(settings, log));
      stopOnSignals({ stop: () => running.close(), log });
      return running.welcome;
    } catch (error) {
      endWatch();
      throw error;
    }
  },
};
