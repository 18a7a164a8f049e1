import { adminLimits } from '@booking-service/contract/admin';
import type { Clock } from '@booking-service/kernel/time';
import type { Logger } from 'pino';
import type { SignInMail, SignInMailer } from '../../domain/dashboard-mail.ts';

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

export interface MemberMailOptions {
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
export function mailErrorReason(error: unknown): string {
  const { code, name, responseCode } = (error ?? {}) as Readonly<Record<string, unknown>>;
  const found = [code, name].find((each) => typeof each === 'string' && /^\w{1,60}$/.test(each));
  const reason = typeof found === 'string' ? found : 'unknown';
  return typeof responseCode === 'number' ? `${reason} ${responseCode}` : reason;
}
