/**
 * Starts the OpenTelemetry SDK for `serve`, if the standard settings ask for spans: OTEL_EXPORTER_OTLP_ENDPOINT,
 * OTEL_EXPORTER_OTLP_TRACES_ENDPOINT or OTEL_TRACES_EXPORTER=otlp. The SDK reads all other OTEL_ settings itself. Without these
 * settings no module of OpenTelemetry is loaded.
 */
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Tracing } from '@booking-service/kernel/log';
import { endsWithin, systemClock } from '@booking-service/kernel/time';
import type { Environment } from './settings/read-settings.ts';
import { readVersion } from './define-command.ts';
import { StartError } from './start-error.ts';

export interface StartedTracing {
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
