import type { Logger } from 'pino';
import { errorLine, type Tracing } from '@booking-service/kernel/log';
import { AsyncDisposableStack } from '@whatwg-node/disposablestack';
import type { KeyMode } from '@booking-service/contract';
import { type Clock, systemClock } from '@booking-service/kernel/time';
import type { Observer } from '../../log/observer.ts';
import { createMetrics } from '../../admin/metrics/metrics.ts';
import { findDashboardFiles } from '../../admin/dashboard/dashboard-listener.ts';
import { startDashboardServer } from '../../admin/dashboard/start-dashboard-server.ts';
import { createMemberMail, createWebhookNotices } from '../../admin/members/member-mail.ts';
import { startAdminServer } from '../../admin/start-admin-server.ts';
import { createBookingServer, findDocsSite, type Integrations } from '../../index.ts';
import type { Sealing, Store } from '../../store/store.ts';
import type { SignInWays } from '../sign-in-file.ts';
import { readVersion } from '../define-command.ts';
import { dashboardUrl, type Settings } from '../settings/effective-settings.ts';
import { type Supplier, supplierName } from '../../providers/integrations.ts';

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

const developmentOnly =
  'FOR DEVELOPMENT ONLY: webhooks may go to this computer, because of --loopback-webhooks allow. Leave it out in production.';
const openAdminPort =
  'The admin port needs no access token, because of --admin-access open: every user of this computer can read signing secrets and create tokens. Leave it out in production.';

export interface ServeOptions {
  readonly settings: Settings;
  readonly integrations: Integrations;
  readonly sealing: Sealing;
  /** Default: people sign in with links of an operator only. */
  readonly signIn?: SignInWays | undefined;
  readonly clock: Clock;
  readonly log: Logger;
  readonly reusePort: boolean;
  readonly tracing: Tracing | undefined;
}

/** The addresses of a service. Disposal stops it. */
export interface ServedStore extends AsyncDisposable {
  readonly url: string;
  readonly adminUrl: string;
  readonly dashboardUrl: string;
}

/** Serves an open store: the public contract, the admin contract and the dashboard. */
export async function serveStore(
  store: Store,
  { settings, integrations, sealing, signIn, clock, log, reusePort, tracing }: ServeOptions,
): Promise<ServedStore> {
  const { host, port, admin_host, admin_port, admin_access, alert_url, modes } = settings;
  const { trusted_proxies, keep_alive_seconds, tick_seconds, retention_days, request_log_days, request_log_successes } =
    settings;
  const { old_events } = settings;
  const webhookPrivateNetworks = settings.webhook_private_networks;
  const allowLoopbackWebhooks = settings.loopback_webhooks === 'allow';
  if (allowLoopbackWebhooks) log.warn(developmentOnly);
  if (admin_access === 'open') log.warn(openAdminPort);
  warnHiddenSuppliers(integrations.suppliers, { modes, log });
  await using opened = new AsyncDisposableStack();
  const version = readVersion();
  const metrics = createMetrics({ store, clock, log, version });
  const mailer = signIn?.mailer;
  const notices =
    mailer && opened.use(createWebhookNotices({ store, mailer, clock, log, dashboard_url: dashboardUrl(settings) }));
  const posting = alert_url === undefined ? metrics.observer : withAlerts(metrics.observer, { url: alert_url, log });
  const server = createBookingServer({
    ...integrations,
    store,
    clock,
    log,
    observer: notices ? notices.observe(posting) : posting,
    servedModes: modes,
    tracing,
    trustedProxies: trusted_proxies,
    keep_alive_seconds,
    allowLoopbackWebhooks,
    webhookPrivateNetworks,
    webhookProxy: settings.webhook_proxy,
    tick_seconds,
    retention_days,
    old_events,
    request_log_days,
    request_log_successes,
    log_successes: settings.log_successes,
    docs: await findDocsSite(),
  });
  const mail = mailer && createMemberMail(mailer, { clock: systemClock, log });
  const place = { url: dashboardUrl(settings), clock: systemClock, mail };
  const webhooks = { allowLoopbackWebhooks, webhookPrivateNetworks };
  const { readPayment } = server;
  const administration = { store, clock, ...webhooks, retention_days, old_events, dashboard: place, readPayment };
  const admin = opened.use(
    await startAdminServer({
      host: admin_host,
      port: admin_port,
      server,
      metrics,
      version,
      log,
      administration: { ...administration, access: admin_access },
    }),
  );
  opened.use(
    await startDashboardServer({
      ...place,
      host: admin_host,
      port: settings.dashboard_port,
      trustedProxies: trusted_proxies,
      reusePort,
      server,
      metrics,
      version,
      log,
      administration,
      // A proxy decides the public address of the service.
      facts: { modes },
      issuers: signIn?.issuers,
      sealing,
      operator: signIn?.operator,
      files: await findDashboardFiles(),
    }),
  );
  opened.defer(() => server.close());
  const { url } = await server.listen({ host, port, reusePort });

  const running = opened.move();
  return { url, adminUrl: admin.url, dashboardUrl: place.url, [Symbol.asyncDispose]: () => running.disposeAsync() };
}

/** Warns of each supplier that the keys of a served mode do not see (MOD-2). */
export function warnHiddenSuppliers(
  suppliers: readonly Supplier[],
  { modes, log }: { readonly modes: readonly KeyMode[]; readonly log: Pick<Logger, 'warn'> },
): void {
  for (const supplier of suppliers) {
    const provider = supplierName(supplier);
    for (const mode of modes) {
      if (supplier[mode] !== undefined) continue;
      const line = { code: 'supplier_hidden', provider, mode };
      log.warn(line, `${mode} keys see nothing of the supplier ${provider}, because it has no ${mode} side`);
    }
  }
}
