import type { Logger } from 'pino';
import { errorLine } from '../log/error-line.ts';
import type { Observer } from '../log/observer.ts';
import type { ProviderReports } from '../providers/health/provider-health.ts';

/** Reports the calls of providers. Writes to the log why a search leaves one out, and that one stopped or started to work. */
export function reportProviders(observer: Observer, log: Logger): ProviderReports {
  return {
    called(report, failure) {
      const { provider, mode, call, outcome } = report;
      observer.providerCalled(report);
      // The errors of the other calls are written where they are handled.
      if (call === 'searchVenues' && (outcome === 'failed' || outcome === 'timeout')) {
        const line = {
          code: 'provider_search_failed',
          provider,
          mode,
          err: errorLine(failure?.error, { body: failure?.input }),
        };
        log.warn(line, 'a provider failed at a venue search');
      }
    },
    circuitChanged(report) {
      const { provider, mode, call, organization_id, state, before } = report;
      observer.circuitChanged(report);
      const line = { provider, mode, call, paused_for: organization_id === undefined ? 'everybody' : 'organization' };
      const fields = organization_id === undefined ? line : { ...line, organization_id };
      if (state === 'open' && before === 'closed') {
        const message = 'calls of this kind to a provider keep failing and are not made for a while';
        log.error({ code: 'provider_circuit_open', ...fields }, message);
      }
      if (state === 'closed' && before !== undefined) {
        log.warn({ code: 'provider_circuit_closed', ...fields }, 'calls of this kind to a provider work again');
      }
    },
  };
}
