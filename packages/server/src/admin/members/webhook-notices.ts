/**
 * Mails the members of an organization when its webhooks keep failing, and when they arrive again.
 *
 *  1. suspect  an alert of this process names an organization
 *  2. open     every minute: if each of its attempts failed for 5 minutes, over all instances, the incident is stored. The instance that
 *              stores it sends the mail. If none was sent, the incident is removed, and the next minute begins again
 *  3. end      every minute: incidents with a success are removed. The instance that removes one sends the second mail
 *
 * A row decides who sends, so a mail is sent once. A crash between the row and the mail loses the mail.
 */
import { errorLine } from '@booking-service/kernel/log';
import type { Clock } from '@booking-service/kernel/time';
import type { Logger } from 'pino';
import type { NoticeMailer, WebhookNotice } from '../../domain/dashboard-mail.ts';
import type { Observer } from '../../log/observer.ts';
import type { DeliveryIncident } from '../../store/access/delivery-incidents.ts';
import type { Member } from '../../store/access/members.ts';
import type { Store } from '../../store/store.ts';
import { mailErrorReason } from './member-mail.ts';

export interface WebhookNoticesOptions {
  readonly store: Pick<
    Store,
    'dropIncident' | 'endIncidents' | 'findListedOrganization' | 'listMembers' | 'openIncident' | 'readFailingSince'
  >;
  readonly mailer: NoticeMailer;
  /** The time of the service. */
  readonly clock: Pick<Clock, 'now' | 'every'>;
  readonly log: Pick<Logger, 'warn'>;
  /** The address of the dashboard, without a slash at its end. */
  readonly dashboard_url: string;
}

export interface WebhookNotices extends AsyncDisposable {
  /** Returns an observer that also takes the alerts. */
  observe(observer: Observer): Observer;
}

const minute_ms = 60_000;
const patience_ms = 5 * minute_ms;
/** The organizations that wait for the next minute. More are dropped; their next alert comes after an hour. */
const maxSuspects = 1_000;
/** The roles that can fix a receiver. */
const roles: ReadonlySet<Member['role']> = new Set(['admin', 'developer']);
/** More than an organization has members. */
const maxMembers = 1_000;

/** Creates the notices, and looks for work every minute. Disposal ends this. */
export function createWebhookNotices({
  store,
  mailer,
  clock,
  log,
  dashboard_url,
}: WebhookNoticesOptions): WebhookNotices {
  const suspects = new Set<string>();

  async function look(): Promise<void> {
    for (const organization_id of suspects) {
      await reportErrors(async () => {
        if (!(await mayFailLonger(organization_id))) suspects.delete(organization_id);
      });
    }
    await reportErrors(async () => {
      for (const incident of await store.endIncidents()) await reportErrors(() => sendAll(incident, 'recovered'));
    });
  }

  /** Opens the incident of an organization that keeps failing. Returns whether it is to be looked at again. */
  async function mayFailLonger(organization_id: string): Promise<boolean> {
    const failing_since = await store.readFailingSince(organization_id);
    if (failing_since === null) return false;
    if (clock.now().getTime() - Date.parse(failing_since) < patience_ms) return true;
    const incident = { organization_id, failing_since };
    if (!(await store.openIncident(incident))) return false;
    if ((await sendAll(incident, 'failing')) !== 'failed') return false;
    await store.dropIncident(incident);
    return true;
  }

  /** Sends a mail to each member who can fix a receiver. `failed`: the mail server accepted none. */
  async function sendAll(
    { organization_id, failing_since }: DeliveryIncident,
    about: WebhookNotice['about'],
  ): Promise<'sent' | 'failed'> {
    const members = await store.listMembers({ organization_id, limit: maxMembers });
    const organization = await store.findListedOrganization(organization_id);
    const url = `${dashboard_url}/organizations/${organization_id}/webhooks`;
    let [sent, failed] = [0, 0];
    for (const { id: member_id, email: to, role } of members) {
      if (!roles.has(role)) continue;
      const id = `${about}.${member_id}.${Date.parse(failing_since)}`;
      const organization_name = organization?.name ?? organization_id;
      try {
        await mailer.sendNotice({ id, to, organization_name, about, failing_since, url });
        sent += 1;
      } catch (error) {
        failed += 1;
        log.warn({ organization_id, reason: mailErrorReason(error) }, 'a notice about webhooks was not sent');
        // A mail server that is away would hold up the others for the timeout of each mail.
        if (sent === 0) break;
      }
    }
    return sent === 0 && failed > 0 ? 'failed' : 'sent';
  }

  async function reportErrors(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      log.warn({ err: errorLine(error) }, 'could not look for notices about webhooks; it is repeated in a minute');
    }
  }

  const ticker = clock.every(minute_ms, look);
  return {
    observe: (observer) => ({
      ...observer,
      alerted(alert) {
        observer.alerted(alert);
        if (suspects.size < maxSuspects) suspects.add(alert.organization_id);
      },
    }),
    [Symbol.asyncDispose]: () => ticker.stop(),
  };
}
