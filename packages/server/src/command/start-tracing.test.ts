import { expect, it } from 'vitest';
import { startTracing } from './start-tracing.ts';

const log = { warn: () => undefined };

it.each([
  {},
  { OTEL_TRACES_EXPORTER: 'none', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' },
  { OTEL_SDK_DISABLED: 'true', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' },
])('starts no SDK with %j', async (environment) => {
  expect(await startTracing(environment, { log })).toBeUndefined();
});

it.each([
  { name: 'OTEL_TRACES_EXPORTER', value: 'zipkin', rule: 'must be otlp or none, not "zipkin"' },
  { name: 'OTEL_EXPORTER_OTLP_PROTOCOL', value: 'grpc', rule: 'must be http/json' },
])('refuses $name=$value', async ({ name, value, rule }) => {
  const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318', [name]: value };
  await expect(startTracing(environment, { log })).rejects.toThrow(rule);
});
