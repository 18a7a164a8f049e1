/** The mails to members: sign-in links, and notices about webhooks that keep failing. */
import { adminLimits } from '@booking-service/contract/admin';
import type { Clock } from '@booking-service/kernel/time';
import type { Logger } from 'pino';
import { errorLine } from '@booking-service/kernel/log';
import type { NoticeMailer, SignInMail, SignInMailer, WebhookNotice } from '../../domain/dashboard-mail.ts';
import type { Observer } from '../../log/observer.ts';
import type { DeliveryIncident } from '../../store/lists/delivery-lists.ts';
import type { Member } from '../../store/access/members.ts';
import type { Store } from '../../store/store.ts';

/** Sends mails to members. The admin server and the dashboard of an instance share one. */
export interface MemberMail {
  /**
   * Counts an invitation of the organization, or of the operator (null), to this address. Returns false, and counts nothing, if the
   * organization or its invitations of the address have had their number of this hour. No other mail counts: the result must not show
   * who is a member elsewhere.
   */
  takeInvitation(organization_id: string | null, to: string): boolean;
  /** Sends a mail. `failed`: the log has the reason. Never rejects. */
  send(mail: SignInMail): Promise<'sent' | 'refused' | 'failed'>;
}

interface MemberMailOptions {
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Pick<Logger, 'warn'>;
}

const { invitations_of_organization, invitations_of_address } = adminLimits.members;

export function createMemberMail(mailer: SignInMailer, { clock, log }: MemberMailOptions): MemberMail {
  // Only invitations that are allowed add to it, so the number of organizations bounds it.
  const take = createHourlyCounts(clock);

  return {
    takeInvitation(organization_id, to) {
      const owner = organization_id ?? 'operator';
      return take([owner, invitations_of_organization], [`${owner} ${to}`, invitations_of_address]);
    },
    async send(mail) {
      try {
        return await mailer.send(mail);
      } catch (error) {
        log.warn({ reason: mailErrorReason(error) }, 'a mail with a sign-in link was not sent');
        return 'failed';
      }
    },
  };
}

const hour_ms = 3_600_000;

/**
 * Counts names in each hour. The function counts all of the names, or none and returns false if one has reached its limit. Beyond
 * maxNames, it forgets the name that was counted first.
 */
export function createHourlyCounts(
  clock: Pick<Clock, 'now'>,
  maxNames: number = Number.POSITIVE_INFINITY,
): (...names: readonly (readonly [name: string, limit: number])[]) => boolean {
  let hour = 0;
  const counts = new Map<string, number>();
  const countOf = (name: string) => counts.get(name) ?? 0;
  return (...names) => {
    const now = Math.floor(clock.now().getTime() / hour_ms);
    if (now !== hour) counts.clear();
    hour = now;
    if (names.some(([name, limit]) => countOf(name) >= limit)) return false;
    for (const [name] of names) counts.set(name, countOf(name) + 1);
    dropOldest(counts, maxNames);
    return true;
  };
}

/** Removes the entries that were added first, until at most `maximum` are left. */
export function dropOldest(entries: Map<string, unknown>, maximum: number): void {
  for (const name of entries.keys()) {
    if (entries.size <= maximum) return;
    entries.delete(name);
  }
}

/** Returns the code of an error, or its class. The text of a mail server may repeat the address. */
function mailErrorReason(error: unknown): string {
  const { code, name, responseCode } = (error ?? {}) as Readonly<Record<string, unknown>>;
  const found = [code, name].find((each) => typeof each === 'string' && /^\w{1,60}$/.test(each));
  const reason = typeof found === 'string' ? found : 'unknown';
  return typeof responseCode === 'number' ? `${reason} ${responseCode}` : reason;
}

// Mails the members of an organization when its webhooks keep failing, and when they arrive again.
//
//  1. suspect  an alert of this process names an organization
//  2. open     every minute: if each of its attempts failed for 5 minutes, over all instances, the incident is stored. The instance that
//              stores it sends the mail. If none was sent, the incident is removed, and the next minute begins again
//  3. end      every minute: incidents with a success are removed. The instance that removes one sends the second mail
//
// A row decides who sends, so a mail is sent once. A crash between the row and the mail loses the mail.

interface WebhookNoticesOptions {
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

interface WebhookNotices extends AsyncDisposable {
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
