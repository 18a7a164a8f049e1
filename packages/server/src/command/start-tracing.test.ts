import { expect, it } from 'vitest';
import { startTracing } from './serve.ts';

const log = { warn: () => undefined };

it.each([
  {},
  { OTEL_EXPORTER_OTLP_ENDPOINT: '', OTEL_TRACES_EXPORTER: '' },
  { OTEL_TRACES_EXPORTER: 'none', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' },
  { OTEL_SDK_DISABLED: 'true', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' },
])('starts no SDK with %j', async (environment) => {
  expect(await startTracing(environment, { log })).toBeUndefined();
});

it.each([
  { name: 'OTEL_TRACES_EXPORTER', value: 'zipkin', rule: 'must be otlp or none, not "zipkin"' },
  { name: 'OTEL_EXPORTER_OTLP_PROTOCOL', value: 'grpc', rule: 'must be http/json' },
  { name: 'OTEL_EXPORTER_OTLP_ENDPOINT', value: 'collector:4318', rule: 'OTEL_EXPORTER_OTLP_ENDPOINT must be an http' },
  { name: 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', value: '10.0.0.5/v1', rule: 'TRACES_ENDPOINT must be an http' },
])('refuses $name=$value', async ({ name, value, rule }) => {
  const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318', [name]: value };
  await expect(startTracing(environment, { log })).rejects.toThrow(rule);
});

it('shows no wrong URL of a collector, which may contain a password', async () => {
  const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: 'ftp://spans:hunter2@collector.test' };
  const error = await startTracing(environment, { log }).catch(String);
  expect(error).toContain('such as http://127.0.0.1:4318');
  expect(error).not.toContain('hunter2');
});
