import type { Logger } from 'pino';
import { adminLimits, type IssuerSignIn, type SignInOptions } from '@booking-service/contract/admin';
import { type EveryField, newNumberedId, requireAllTaken, tokenDigest } from '@booking-service/kernel/contract';
import type { Sealing } from '@booking-service/kernel/store';
import type { AdminContext, AdminHandlers } from '../admin-context.ts';
import { AdminRefusal } from '../admin-refusal.ts';
import { challenge, createHostCookie, type HostCookie, newDashboardToken, session_ms } from '../dashboard/sessions.ts';
import { findCellNumber } from '../organizations/create-organization.ts';
import { toAuditEntry } from '../admin-caller.ts';
import { findHolder, IssuerBusyError, IssuerError, type SignInIssuer } from './issuer.ts';
import { createOpenIdClient, type Flow } from './openid-client.ts';

/** Who runs the service, as customers know it. */
export interface ServiceOperator {
  /** The name of the service. Default: none. */
  readonly name?: string;
  /** The email address or the https page at which people request access. Default: none. */
  readonly contact?: string;
}

export interface IssuerOperationsOptions {
  readonly issuers: readonly SignInIssuer[];
  /** True if the service sends links to members. */
  readonly email: boolean;
  /** Who runs the service. Default: not stated. */
  readonly operator?: ServiceOperator | undefined;
  /** The address of the dashboard. */
  readonly url: string;
  readonly store: AdminContext['store'];
  readonly clock: AdminContext['clock'];
  /** The cookie of a session. */
  readonly cookie: HostCookie;
  /** Signs the cookie of a sign-in, whose end it has. All instances of the service have the same. */
  readonly sealing: Pick<Sealing, 'digest' | 'isDigest'>;
  readonly log: Pick<Logger, 'warn'>;
}

type IssuerOperations = Pick<AdminHandlers, 'getSignInOptions' | 'startIssuerSignIn' | 'finishIssuerSignIn'>;

/** The operations with which people sign in at an issuer of OpenID Connect. */
export function issuerOperations({
  issuers,
  email,
  operator = {},
  url,
  store,
  clock,
  cookie,
  sealing,
  log,
}: IssuerOperationsOptions): IssuerOperations {
  const now = () => clock.now();
  const flows = createFlowTexts({ sealing, now });
  const clients = new Map(
    issuers.map((issuer) => [issuer.name, { issuer, client: createOpenIdClient(issuer, { url, now }) }]),
  );
  const flowCookie = createHostCookie(url, { name: 'sign-in', seconds: adminLimits.dashboard.issuer_seconds });

  function clientOf(name: string) {
    const found = clients.get(name);
    if (!found) throw new AdminRefusal('not_found', `No issuer has the name ${name}.`);
    return found;
  }

  /** Refuses a sign-in that the issuer, or the check of its response, has refused. The reason is in the log. */
  function toRefusal(error: unknown, name: string): unknown {
    if (error instanceof IssuerBusyError) return new AdminRefusal('issuer_unavailable', busy);
    if (!(error instanceof IssuerError)) return error;
    const isRefused = error.fault === 'refused';
    log.warn({ issuer: name, reason: error.reason }, isRefused ? 'a sign-in failed' : 'an issuer is unavailable');
    return isRefused ? signInFailed() : new AdminRefusal('issuer_unavailable');
  }

  return {
    async getSignInOptions() {
      const shown = issuers.map(({ name, title }) => ({ object: 'sign_in_issuer', name, title }) as const);
      return {
        status: 200,
        body: {
          object: 'sign_in_options',
          service_name: operator.name ?? null,
          contact: operator.contact ?? null,
          issuers: shown,
          email,
        } satisfies EveryField<SignInOptions>,
      };
    },
    async startIssuerSignIn({ path: { issuer: name } }) {
      const { client } = clientOf(name);
      try {
        const started = await client.start();
        const body = { object: 'issuer_sign_in', url: started.url } satisfies EveryField<IssuerSignIn>;
        return { status: 200, headers: { 'Set-Cookie': flowCookie.set(flows.write(name, started.flow)) }, body };
      } catch (error) {
        throw toRefusal(error, name);
      }
    },
    async finishIssuerSignIn({ path: { issuer: name }, header: { Cookie }, body: { response, ...rest } }) {
      requireAllTaken(rest);
      const { issuer, client } = clientOf(name);
      const flow = flows.read(name, flowCookie.read(Cookie));
      if (!flow) throw signInFailed();
      const claims = await client.finish(flow, response).catch((error: unknown) => {
        throw toRefusal(error, name);
      });
      const holder = findHolder(claims, issuer.roles);
      if (!holder) {
        log.warn({ issuer: name }, 'a person without a role wanted to sign in');
        throw new AdminRefusal('not_admitted');
      }
      const { role, organization_id } = holder;
      if (organization_id !== null && !(await store.findListedOrganization(organization_id))) {
        log.warn({ issuer: name, organization_id }, 'a rule of an issuer names an organization that does not exist');
        throw new AdminRefusal('not_admitted');
      }
      const cell = await findCellNumber(store, organization_id);
      const token = newDashboardToken('session', cell);
      const time = now();
      const signed_in = time.toISOString();
      const expires = new Date(time.getTime() + session_ms).toISOString();
      const id = newNumberedId('das', cell);
      const session = { ...holder, id, created: signed_in, signed_in, last_used: signed_in, expires };
      const caller = { role, organization_id, actor: { kind: 'session', id, name: holder.name } } as const;
      const details = { role, issuer: name, subject: claims.sub.slice(0, longestSubject) };
      const action = { action: 'finishIssuerSignIn', organization_id, target: id, details } as const;
      const audited = store.audited(toAuditEntry(action, { caller, now: time }));
      const isFirst = await audited.createDashboardSession({
        ...session,
        digest: tokenDigest(token),
        account_digest: tokenDigest(`${name} ${claims.sub}`),
        flow_digest: tokenDigest(flow.state),
      });
      // The issuer gave another code for a sign-in that has started a session.
      if (!isFirst) throw signInFailed();
      return { status: 204, headers: { 'Set-Cookie': cookie.set(token) }, body: undefined };
    },
  };
}

const busy = 'Too many people are signing in at this issuer at the same time. Sign in again in some seconds.';

/** The limit of OpenID Connect. */
const longestSubject = 255;

const flowForm = /^(([a-z0-9-]{1,40})\.([\w-]{43})\.([\w-]{43})\.([\w-]{43})\.([\da-z]{6,7}))\.([\w-]{43})$/;

/**
 * Writes and reads the value of the cookie of a sign-in. It names the issuer, so that another one cannot finish it, and its end. The
 * signature keeps both: a cookie that outlives its browser ends with the sign-in.
 */
function createFlowTexts({ sealing, now }: Pick<IssuerOperationsOptions, 'sealing'> & { readonly now: () => Date }) {
  const owner = 'issuer_sign_in';
  const seconds = () => Math.floor(now().getTime() / 1000);
  return {
    write(issuer: string, { state, nonce, verifier }: Flow): string {
      // In seconds, and short: the contract bounds the header.
      const ends = (seconds() + adminLimits.dashboard.issuer_seconds).toString(36);
      const text = [issuer, state, nonce, verifier, ends].join('.');
      return `${text}.${sealing.digest(text, owner)}`;
    },
    read(issuer: string, value = ''): Flow | undefined {
      const [, text = '', name, state, nonce, verifier, ends, signature = ''] = flowForm.exec(value) ?? [];
      if (name !== issuer || !state || !nonce || !verifier || Number.parseInt(ends ?? '', 36) <= seconds())
        return undefined;
      return sealing.isDigest(signature, text, owner) ? { state, nonce, verifier } : undefined;
    },
  };
}

function signInFailed(): AdminRefusal {
  return new AdminRefusal('sign_in_failed', undefined, challenge);
}
