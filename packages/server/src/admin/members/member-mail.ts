import { adminLimits } from '@booking-service/contract/admin';
import type { Clock } from '@booking-service/kernel/time/clock';
import type { Logger } from 'pino';
import type { SignInMail, SignInMailer } from '../../domain/dashboard-mail.ts';

/** Sends mails to members, at most so many in an hour. The admin server and the dashboard of an instance share one. */
export interface MemberMail {
  /**
   * Counts a mail to the address. If it is an invitation, also counts one of the organization, or of the operator (null). Returns false, and
   * counts nothing, if one of them has had its mails of this hour.
   */
  takeTurn(to: string, organization_id?: string | null): boolean;
  /** Sends a mail. `failed`: the log has the reason. Never rejects. */
  send(mail: SignInMail): Promise<'sent' | 'refused' | 'failed'>;
}

export interface MemberMailOptions {
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Pick<Logger, 'warn'>;
}

const { invitations_of_organization, mails_of_address } = adminLimits.members;
const hour_ms = 3_600_000;

export function createMemberMail(mailer: SignInMailer, { clock, log }: MemberMailOptions): MemberMail {
  let hour = 0;
  /** The mails of the hour, by address, by organization, and of the operator. Only mails that are sent add to it, so it is bounded. */
  const counts = new Map<string, number>();
  const countOf = (key: string) => counts.get(key) ?? 0;

  return {
    takeTurn(to, organization_id) {
      const now = Math.floor(clock.now().getTime() / hour_ms);
      if (now !== hour) counts.clear();
      hour = now;
      const owner = organization_id === null ? 'operator' : organization_id;
      const isLimited = owner !== undefined && countOf(owner) >= invitations_of_organization;
      if (isLimited || countOf(to) >= mails_of_address) return false;
      for (const key of [to, owner]) if (key !== undefined) counts.set(key, countOf(key) + 1);
      return true;
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

/** Returns the code of an error, or its class. The text of a mail server may repeat the address. */
export function mailErrorReason(error: unknown): string {
  const { code, name, responseCode } = (error ?? {}) as Readonly<Record<string, unknown>>;
  const found = [code, name].find((each) => typeof each === 'string' && /^\w{1,60}$/.test(each));
  const reason = typeof found === 'string' ? found : 'unknown';
  return typeof responseCode === 'number' ? `${reason} ${responseCode}` : reason;
}
