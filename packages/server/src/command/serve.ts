import { Option } from 'commander';
import { exitOnUncaught, logNodeWarnings } from '@booking-service/kernel/log';
import { startTracing } from './start-tracing.ts';
import { stopOnSignals, stopWithNpm } from './stop-process.ts';
import { isNpmStart, isRunByNpm } from './settings/read-settings.ts';
import { isInFolder } from './settings/effective-settings.ts';
import { listSettings } from './settings/settings.ts';
import { type Arguments, type CreateCommand, createFlag, defineCommand } from './define-command.ts';
import type { ValueParser } from './settings/value-parsers.ts';
import { StartError } from './start-error.ts';

const needsPostgres =
  '--reuse-port needs PostgreSQL: only one process can use a data folder. Set the database with --database or BOOKING_SERVICE_DATABASE, or leave out --reuse-port.';

const needsCells =
  '--only needs several databases. Name their list with --cells or BOOKING_SERVICE_CELLS, or leave out --only.';

const cellName: ValueParser<string> = { expected: 'the name of a cell', parse: (text) => text || undefined };

const aboutSandbox =
  'The sandbox needs no setup. It creates its database, an organization with a test key and a live key, a simulated provider for every outcome, and a receiver that shows the webhooks.';

export const serve: CreateCommand = defineCommand<{
  readonly sandbox?: true;
  readonly reusePort?: true;
  readonly only?: string;
}>({
  name: 'serve',
  summary: 'Starts the service, or with --sandbox a complete sandbox on this computer',
  details: `${aboutSandbox} npm start runs it.

The service needs --providers (providers.yaml, the list of your suppliers, or a module that creates the providers), a sealing key, and a database that booking-service migrate has created: a data folder for one process, or PostgreSQL for any number of processes.`,
  example: '--sandbox --tick 2',
  flags: [
    new Option('--sandbox', 'start a sandbox'),
    new Option('--reuse-port', 'share the port with other processes on this computer; needs PostgreSQL'),
    createFlag('--only <CELL>', 'serve the organizations of one cell alone; needs --cells', cellName),
  ],
  settings: listSettings().map(([name]) => name),
  // Standard error has the log, one JSON object in each line.
  logsWarnings: true,
  run: ({ flags: { sandbox = false, reusePort = false, only }, ...given }) =>
    start(given, { sandbox, reusePort, only }),
});

/** `booking sandbox`: serve --sandbox for those who have only the package @booking-service/cli. */
export const sandbox: CreateCommand = defineCommand<object>({
  name: 'sandbox',
  summary: 'Starts a complete sandbox on this computer',
  details: aboutSandbox,
  example: '--tick 2',
  flags: [],
  settings: listSettings().flatMap(([name, { only }]) => (only === 'service' ? [] : [name])),
  start: 'sandbox',
  logsWarnings: true,
  run: (given) => start(given, { sandbox: true, reusePort: false }),
});

/** Starts the service or the sandbox, and returns its welcome. Both stop at a signal. */
async function start(
  { settings, warnings, line, environment }: Omit<Arguments<object>, 'flags'>,
  {
    sandbox: isSandbox,
    reusePort,
    only,
  }: { readonly sandbox: boolean; readonly reusePort: boolean; readonly only?: string | undefined },
): Promise<string> {
  if (reusePort && (isSandbox || isInFolder(settings))) throw new StartError(needsPostgres, { exitCode: 2 });
  if (only !== undefined && (isSandbox || settings.cells === undefined))
    throw new StartError(needsCells, { exitCode: 2 });
  // First: a signal may come while the service starts.
  const isOwnScript = isRunByNpm(environment);
  if (isOwnScript || isNpmStart(environment)) stopWithNpm({ isOwnScript });
  // Help, other commands and a refused line do not load the log.
  const { createLog } = await import('../log/log.ts');
  const { batchedOutput } = await import('@booking-service/kernel');
  const log = createLog({ level: settings.log_level, destination: batchedOutput(2) });
  for (const warning of warnings) log.warn(warning);
  const endWatch = exitOnUncaught(log);
  const endWarnings = logNodeWarnings(log);
  try {
    const traced = await startTracing(environment, { log });
    const tracing = traced?.tracing;
    const running = isSandbox
      ? await (await import('./sandbox/start-sandbox.ts')).startSandbox(settings, { log, line, tracing })
      : await (
          await import('./service/start-service.ts')
        ).startService(settings, { log, reusePort, only, environment, tracing });
    const stop = async () => {
      try {
        await running.close();
      } finally {
        await traced?.stop();
      }
    };
    stopOnSignals({ stop, log });
    return running.welcome;
  } catch (error) {
    endWatch();
    endWarnings();
    throw error;
  }
}
