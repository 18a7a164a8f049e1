import { createBookingServer, createLog } from '@booking-service/server';
// @boundaries-ignore the benchmark starts tracing as serve does
import { startTracing } from '../../../packages/server/src/command/start-tracing.ts';
import { openService } from '../../http/booking-server.ts';
import type { Listening } from '../../http/listening.ts';

export interface ObservedOptions {
  /** Writes the log to standard output, from level info. */
  readonly logs: boolean;
  /** Sends spans as the OTEL_ variables of the environment say. Throws if they ask for none. */
  readonly traces: boolean;
}

/** Starts the service behind a trusted proxy, with a store in memory. */
export async function listenObserved({ logs, traces }: ObservedOptions): Promise<Listening> {
  const log = createLog(logs ? {} : { level: 'silent' });
  const { key, ...options } = await openService({ log: 'silent' });
  const started = traces ? await startTracing(process.env, { log }) : undefined;
  if (traces && !started) throw new Error('The environment asks for no spans.');
  const server = createBookingServer({ ...options, log, tracing: started?.tracing, trustedProxies: ['127.0.0.1'] });
  const { url } = await server.listen({ host: '127.0.0.1', port: 0 });
  return { url, key };
}
