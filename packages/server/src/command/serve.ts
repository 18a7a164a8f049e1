import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { exitOnUncaught, logNodeWarnings, type Tracing } from '@booking-service/kernel/log';
import { endsWithin, systemClock } from '@booking-service/kernel/time';
import { Option } from 'commander';
import { type Environment, isNpmStart, isRunByNpm } from './settings/read-settings.ts';
import { type Arguments, type CreateCommand, createFlag, defineCommand, readVersion } from './define-command.ts';
import { StartError } from './start-error.ts';
import { stopOnSignals, stopWithNpm } from './stop-process.ts';
import { isInFolder } from './settings/effective-settings.ts';
import { listSettings } from './settings/settings.ts';
import type { ValueParser } from './settings/value-parsers.ts';

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

// Starts the OpenTelemetry SDK for `serve`, if the standard settings ask for spans: OTEL_EXPORTER_OTLP_ENDPOINT,
// OTEL_EXPORTER_OTLP_TRACES_ENDPOINT or OTEL_TRACES_EXPORTER=otlp. The SDK reads all other OTEL_ settings itself. Without these
// settings no module of OpenTelemetry is loaded.

interface StartedTracing {
  readonly tracing: Tracing;
  /** Sends the spans that wait, for at most three seconds. Never rejects. */
  stop(): Promise<void>;
}

const maxFlush_seconds = 3;
const packages =
  '@opentelemetry/api@1 @opentelemetry/sdk-trace-base@2 @opentelemetry/context-async-hooks@2 @opentelemetry/resources@2 @opentelemetry/exporter-trace-otlp-http@0.223.1';

/** Returns undefined if the settings ask for no spans. Throws a StartError for a setting that the service does not have. */
export async function startTracing(
  environment: Environment,
  { log }: { readonly log: Pick<Logger, 'warn'> },
): Promise<StartedTracing | undefined> {
  if (!isRequested(environment)) return undefined;
  const { api, sdk, contexts, resources, exporter } = await loadPackages();
  api.diag.setLogger(
    { ...silent, error: (message) => log.warn({ code: 'tracing_failed', reason: message }, 'could not send spans') },
    api.DiagLogLevel.ERROR,
  );
  const { resourceFromAttributes, detectResources, envDetector } = resources;
  const named = resourceFromAttributes({
    'service.name': 'booking-service',
    'service.version': readVersion(),
    'service.instance.id': randomUUID(),
  });
  const resource = named.merge(detectResources({ detectors: [envDetector] }));
  const spanProcessors = [new sdk.BatchSpanProcessor(new exporter.OTLPTraceExporter())];
  const provider = new sdk.BasicTracerProvider({ resource, spanProcessors });
  api.context.setGlobalContextManager(new contexts.AsyncLocalStorageContextManager().enable());
  const { createTracing } = await import('../log/otel.ts');
  return {
    tracing: createTracing({ tracerProvider: provider }),
    async stop() {
      await endsWithin(systemClock, maxFlush_seconds, Promise.allSettled([provider.shutdown()]));
      api.context.disable();
      api.diag.disable();
    },
  };
}

function isRequested(environment: Environment): boolean {
  // OpenTelemetry reads an empty variable as one that is not set.
  const read = (name: string) => (environment[name] === '' ? undefined : environment[name]);
  if (read('OTEL_SDK_DISABLED')?.toLowerCase() === 'true') return false;
  const exporter = read('OTEL_TRACES_EXPORTER');
  const endpoints = ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'OTEL_EXPORTER_OTLP_ENDPOINT'];
  const set = endpoints.filter((name) => read(name) !== undefined);
  if (exporter === 'none' || (exporter === undefined && set.length === 0)) return false;
  if (exporter !== undefined && exporter !== 'otlp') {
    throw wrongSetting(`OTEL_TRACES_EXPORTER must be otlp or none, not ${JSON.stringify(exporter)}`);
  }
  // The SDK drops every span without a word. The value may contain a password.
  const wrong = set.find((name) => !/^https?:$/.test(URL.parse(read(name) ?? '')?.protocol ?? ''));
  if (wrong !== undefined) throw wrongSetting(`${wrong} must be an http or https URL, such as http://127.0.0.1:4318`);
  const protocol = read('OTEL_EXPORTER_OTLP_TRACES_PROTOCOL') ?? read('OTEL_EXPORTER_OTLP_PROTOCOL');
  if (protocol !== undefined && protocol !== 'http/json') {
    const only = 'must be http/json, the only one that the service sends';
    throw wrongSetting(`OTEL_EXPORTER_OTLP_PROTOCOL ${only}, not ${JSON.stringify(protocol)}`);
  }
  return true;
}

function wrongSetting(rule: string): StartError {
  return new StartError(`${rule}. Change it, or set OTEL_SDK_DISABLED=true.`, { exitCode: 2 });
}

/** Loads the optional packages. */
async function loadPackages() {
  try {
    const [api, sdk, contexts, resources, exporter] = await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/sdk-trace-base'),
      import('@opentelemetry/context-async-hooks'),
      import('@opentelemetry/resources'),
      import('@opentelemetry/exporter-trace-otlp-http'),
    ]);
    return { api, sdk, contexts, resources, exporter };
  } catch (cause) {
    throw new StartError(
      `The OTEL_ settings ask for spans, and a package of OpenTelemetry is missing. Run: npm install ${packages}`,
      { exitCode: 2, cause },
    );
  }
}

const ignore = (): void => undefined;
const silent = { warn: ignore, info: ignore, debug: ignore, verbose: ignore };
