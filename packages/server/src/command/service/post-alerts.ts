import type { Logger } from 'pino';
import { errorLine } from '@booking-service/kernel/log';
import type { Observer } from '../../log/observer.ts';

const timeout_ms = 10_000;
/** Alerts beyond these are in the log only. */
const maxPosts = 4;

/**
 * Returns an observer that also posts each alert about deliveries to a URL of the operator, once. A failed post is logged. The body
 * has the fields of the alert, and `text`, which chat programs show.
 */
export function withAlerts(observer: Observer, { url, log }: { url: string; log: Pick<Logger, 'warn'> }): Observer {
  let posts = 0;

  async function post(body: object): Promise<void> {
    posts += 1;
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
        redirect: 'manual',
        signal: AbortSignal.timeout(timeout_ms),
      });
      // No byte of the body is read.
      await response.body?.cancel();
      if (!response.ok) log.warn({ status: response.status }, 'the alert URL did not accept an alert');
    } catch (error) {
      log.warn({ err: errorLine(error) }, 'could not post an alert');
    } finally {
      posts -= 1;
    }
  }

  return {
    ...observer,
    alerted(alert) {
      observer.alerted(alert);
      const { organization_id, reason, failing_since } = alert;
      if (posts >= maxPosts) {
        log.warn({ organization_id }, 'an alert is not posted: too many posts are under way');
        return;
      }
      const since = failing_since === null ? '' : ` since ${failing_since}`;
      const text =
        reason === 'failing'
          ? `All webhooks of ${organization_id} fail${since}.`
          : `A webhook of ${organization_id} was abandoned.`;
      void post({ type: 'webhooks.failing', text, ...alert });
    },
  };
}
