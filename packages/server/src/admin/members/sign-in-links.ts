import type { Logger } from 'pino';
import { requireAllTaken } from '@booking-service/kernel/every-field';
import { errorLine } from '@booking-service/kernel/log/error-line';
import type { MailedLink } from '../../domain/dashboard-mail.ts';
import type { AdminContext, AdminHandlers, DashboardPlace } from '../admin-context.ts';
import { AdminRefusal } from '../admin-refusal.ts';
import { drawLink } from '../dashboard/create-link.ts';
import type { MemberMail } from './member-mail.ts';

export interface SignInLinksOptions {
  readonly store: AdminContext['store'];
  readonly dashboard: DashboardPlace;
  readonly log: Pick<Logger, 'error' | 'warn'>;
}

export interface SignInLinks extends AsyncDisposable {
  readonly handlers: Pick<AdminHandlers, 'requestSignInLink'>;
}

/** The requests whose mails are not sent yet. More are dropped. */
const maxPending = 100;

/**
 * The operation with which members request a link. Its response is the same for every address and waits for nothing, so that neither it nor
 * its time shows who is a member. Disposal waits for the mails.
 */
export function createSignInLinks({ store, dashboard, log }: SignInLinksOptions): SignInLinks {
  const pending = new Set<Promise<void>>();

  async function sendLinks(email: string, mail: MemberMail): Promise<void> {
    const members = await store.findMembersByEmail(email);
    if (members.length === 0) return;
    if (!mail.takeTurn(email)) {
      log.warn('a requested sign-in link was not sent, because its address has had the mails of this hour');
      return;
    }
    const drawn = await Promise.all(
      members.map(async ({ id: member_id, organization_id, role }) => {
        const { link, url } = await drawLink({ role, organization_id, name: email }, { store, dashboard });
        await store.createDashboardSession({ ...link, member_id });
        const organization = organization_id === null ? null : await store.findListedOrganization(organization_id);
        return { link, mailed: { organization_name: organization?.name ?? organization_id, role, url } };
      }),
    );
    const [first] = drawn;
    if (!first) return;
    // It has the link of each member.
    const links = drawn.map(({ mailed }) => mailed) as [MailedLink, ...MailedLink[]];
    await mail.send({ id: first.link.id, to: email, isInvitation: false, links, expires: first.link.expires });
  }

  return {
    handlers: {
      async requestSignInLink({ body: { email, ...rest } }) {
        requireAllTaken(rest);
        const { mail } = dashboard;
        if (!mail)
          throw new AdminRefusal('invalid_state', 'This service sends no mail. Ask an admin for a sign-in link.');
        if (pending.size < maxPending) {
          const sending = sendLinks(email.toLowerCase(), mail)
            .catch((error: unknown) => log.error({ err: errorLine(error) }, 'a requested sign-in link was not sent'))
            .finally(() => pending.delete(sending));
          pending.add(sending);
        } else log.warn('a requested sign-in link was not sent, because too many requests wait for the mail server');
        return { status: 204, headers: {}, body: undefined };
      },
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(pending);
    },
  };
}
