import type { Logger } from 'pino';
import { errorLine } from '../log/error-line.ts';
import type { Observer } from '../log/observer.ts';
import type { ProviderReports } from '../providers/provider-health.ts';

/** Reports the calls of providers. Writes to the log why a search leaves one out, and that one stopped or started to work. */
export function reportProviders(observer: Observer, log: Logger): ProviderReports {
  const paused = new Set<string>();
  return {
    called(report, failure) {
      const { provider, call, outcome } = report;
      observer.providerCalled(report);
      // The errors of the other calls are written where they are handled.
      if (call === 'searchVenues' && (outcome === 'failed' || outcome === 'timeout')) {
        const line = {
          code: 'provider_search_failed',
          provider,
          err: errorLine(failure?.error, { body: failure?.input }),
        };
        log.warn(line, 'a provider failed at a venue search');
      }
    },
    circuitChanged(report) {
      const { provider, state } = report;
      observer.circuitChanged(report);
      if (state === 'open' && !paused.has(provider)) {
        paused.add(provider);
        log.error(
          { code: 'provider_circuit_open', provider },
          'a provider keeps failing and is not called for a while',
        );
      }
      if (state === 'closed' && paused.delete(provider)) {
        log.warn({ code: 'provider_circuit_closed', provider }, 'a provider works again');
      }
    },
  };
}
