import { limits } from '@booking-service/contract';
import { adminLimits } from '@booking-service/contract/admin';
import type { Logger } from 'pino';
import { requireAllTaken } from '@booking-service/kernel/contract';
import { errorLine } from '@booking-service/kernel/log';
import type { MailedLink } from '../../domain/dashboard-mail.ts';
import type { Member } from '../../store/access/members.ts';
import { type AdminContext, type AdminHandlers, AdminRefusal, type DashboardPlace } from '../admin-context.ts';
import { drawLink, link_ms } from '../dashboard/sessions.ts';
import { createHourlyCounts, dropOldest, type MemberMail } from './member-mail.ts';

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
/** The email addresses, and the network addresses, that are counted. Beyond them, the one that was counted first is forgotten. */
const maxCounted = 10_000;

const { mails_of_address, requests_of_source } = adminLimits.members;

/** A link that a mail has, with its token. It is in the memory of this process only, until the link expires. */
interface SentLink {
  readonly id: string;
  readonly digest: string;
  readonly expires_at: string;
  readonly mailed: MailedLink;
}

/** An email address for which links were requested, whether or not it is that of a member. */
interface RequestedAddress {
  /** The end of the time in which its mails are counted. */
  readonly until: number;
  mails: number;
  /** The last link of each member. */
  readonly links: Map<string, SentLink>;
  /** Its mails, one after the other. */
  sending: Promise<void>;
}

/**
 * The operation with which members request a link. Every email address is counted, and the response waits for nothing, so that neither it nor its time shows who is a member. A request in the time of a link sends the same
 * link again: requests of a stranger leave a member with a link that works. Disposal waits for the mails.
 */
export function createSignInLinks({ store, dashboard, log }: SignInLinksOptions): SignInLinks {
  const pending = new Set<Promise<void>>();
  const addresses = new Map<string, RequestedAddress>();
  const takeSource = createHourlyCounts(dashboard.clock, maxCounted);
  const now = () => dashboard.clock.now().getTime();

  function findAddress(email: string): RequestedAddress {
    const known = addresses.get(email);
    if (known && known.until > now()) return known;
    const begun = { until: now() + link_ms, mails: 0, links: new Map(), sending: Promise.resolve() };
    addresses.delete(email);
    addresses.set(email, begun);
    dropOldest(addresses, maxCounted);
    return begun;
  }

  async function sendLinks(email: string, address: RequestedAddress, mail: MemberMail): Promise<void> {
    const members = await store.findMembersByEmail(email);
    const sent = await Promise.all(members.map(({ id }) => findUnused(address, id)));
    // Who uses a link has the mails, so the count begins again.
    if (sent.includes('used')) address.mails = 0;
    if (address.mails >= mails_of_address) return;
    address.mails += 1;
    const links = await Promise.all(
      members.map(async (member, index) => {
        const found = sent[index];
        const link = typeof found === 'object' ? found : await storeLink(member);
        address.links.set(member.id, link);
        return link;
      }),
    );
    const [first] = links;
    if (!first) return;
    // It has the link of each member.
    const mailed = links.map((link) => link.mailed) as [MailedLink, ...MailedLink[]];
    const [expires_at = first.expires_at] = links.map((link) => link.expires_at).toSorted();
    const id = `${first.id}.${address.mails}`;
    await mail.send({ id, to: email, isInvitation: false, links: mailed, expires_at });
  }

  /** Returns the last link of a member if it works for some minutes more; `used` if it was used or revoked. */
  async function findUnused(address: RequestedAddress, member_id: string): Promise<SentLink | 'used' | undefined> {
    const link = address.links.get(member_id);
    if (!link || Date.parse(link.expires_at) - now() < link_ms / 3) return undefined;
    return (await store.findDashboardLink(link.digest)) ? link : 'used';
  }

  async function storeLink({ id: member_id, organization_id, role, email: name }: Member): Promise<SentLink> {
    const { link, url } = await drawLink({ role, organization_id, name }, { store, dashboard });
    await store.createDashboardSession({ ...link, member_id });
    const organization = organization_id === null ? null : await store.findListedOrganization(organization_id);
    const { id, digest, expires_at } = link;
    return { id, digest, expires_at, mailed: { organization_name: organization?.name ?? organization_id, role, url } };
  }

  return {
    handlers: {
      async requestSignInLink({ body: { email: given, ...rest } }, { source }) {
        requireAllTaken(rest);
        const { mail } = dashboard;
        if (!mail)
          throw new AdminRefusal('invalid_state', 'This service sends no mail. Ask an admin for a sign-in link.');
        if (source !== undefined && !takeSource([source, requests_of_source]))
          throw new AdminRefusal(
            'rate_limited',
            'Too many links were requested from this network. Try again in an hour.',
            { headers: { [limits.headers.retry_after]: '3600' } },
          );
        const email = given.toLowerCase();
        const address = findAddress(email);
        if (pending.size < maxPending) {
          const sending = address.sending
            .then(() => sendLinks(email, address, mail))
            .catch((error: unknown) => log.error({ err: errorLine(error) }, 'a requested sign-in link was not sent'))
            .finally(() => pending.delete(sending));
          address.sending = sending;
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
