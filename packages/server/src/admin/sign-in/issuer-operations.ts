/** The operations with which people sign in at an issuer, and the client of an issuer. */
import { adminLimits, type IssuerSignIn, type SignInOptions } from '@booking-service/contract/admin';
import { createBoundedFetch, isLoopbackHost } from '@booking-service/kernel/http';
import type * as Library from 'openid-client';
import type { Logger } from 'pino';
import { type EveryField, newNumberedId, requireAllTaken, tokenDigest } from '@booking-service/kernel/contract';
import type { Sealing } from '@booking-service/kernel/store';
import { type Claims, findHolder, IssuerBusyError, IssuerError, type SignInIssuer, toIssuerError } from './issuer.ts';
import { type AdminContext, type AdminHandlers, AdminRefusal, toAuditEntry } from '../admin-context.ts';
import { challenge, createHostCookie, type HostCookie, newDashboardToken, session_ms } from '../dashboard/sessions.ts';
import { findCellNumber } from '../organizations/create-organization.ts';

// Signs people in at one issuer, by the authorization code flow of OpenID Connect with PKCE, state and nonce:
//  1. start   returns the page of the issuer, and the secrets of this sign-in, which a cookie keeps in the browser
//  2. finish  exchanges the code of the response for an ID token, and returns the claims of the person
//
// The library checks state, issuer, signature, algorithm, audience, nonce and times of the token, with the time of the computer. The
// document of the issuer is kept for an hour. Every request to the issuer has a timeout, and every response a bound. Few sign-ins finish at
// a time, so that the issuer decides neither the memory nor the connections of the service.

/** The secrets of a sign-in. */
interface Flow {
  readonly state: string;
  readonly nonce: string;
  /** The secret of PKCE. */
  readonly verifier: string;
}

interface OpenIdClient {
  /** Begins a sign-in. Rejects with an IssuerError. */
  start(): Promise<{ readonly url: string; readonly flow: Flow }>;
  /** Checks the response of the issuer to a sign-in. Returns the claims of the person. Rejects with an IssuerError or an IssuerBusyError. */
  finish(flow: Flow, response: string): Promise<IssuerClaims>;
}

type IssuerClaims = Claims & { readonly sub: string };

interface OpenIdClientOptions {
  /** The address of the dashboard. */
  readonly url: string;
  readonly now: () => Date;
}

const kept_ms = 3_600_000;
const timeout_seconds = 5;
const tolerance_seconds = 30;
const { issuer_sign_ins, issuer_response_bytes } = adminLimits.dashboard;
const fetchDocument = createBoundedFetch(issuer_response_bytes);

/** Creates the client of an issuer. It connects at the first sign-in. */
function createOpenIdClient(issuer: SignInIssuer, { url, now }: OpenIdClientOptions): OpenIdClient {
  const redirect_uri = `${url}/sign-in/${issuer.name}`;
  let finishing = 0;
  let kept: { readonly configuration: Promise<Library.Configuration>; readonly until: number } | undefined;

  async function configure(): Promise<Library.Configuration> {
    if (kept === undefined || kept.until <= now().getTime()) {
      kept = { configuration: discover(issuer), until: now().getTime() + kept_ms };
    }
    const { configuration } = kept;
    try {
      return await configuration;
    } catch (error) {
      // The next sign-in tries again.
      if (kept.configuration === configuration) kept = undefined;
      throw new IssuerError('unavailable', error);
    }
  }

  async function finish({ state, nonce, verifier }: Flow, response: string): Promise<IssuerClaims> {
    const configuration = await configure();
    const library = await load();
    const current = new URL(redirect_uri);
    current.search = response;
    try {
      const tokens = await library.authorizationCodeGrant(configuration, current, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (claims === undefined) throw new Error('The library returned no claims, although it expected an ID token.');
      // Most issuers have the claims of scopes here only.
      const more =
        configuration.serverMetadata().userinfo_endpoint === undefined
          ? {}
          : await library.fetchUserInfo(configuration, tokens.access_token, claims.sub);
      return joinClaims(claims, more);
    } catch (error) {
      throw toIssuerError(error, library);
    }
  }

  return {
    async start() {
      const configuration = await configure();
      const library = await load();
      const verifier = library.randomPKCECodeVerifier();
      const flow = { state: library.randomState(), nonce: library.randomNonce(), verifier };
      const page = library.buildAuthorizationUrl(configuration, {
        redirect_uri,
        scope: ['openid', ...(issuer.scopes ?? ['profile', 'email'])].join(' '),
        state: flow.state,
        nonce: flow.nonce,
        code_challenge: await library.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      });
      return { url: page.href, flow };
    },
    async finish(flow, response) {
      if (finishing >= issuer_sign_ins) throw new IssuerBusyError();
      finishing += 1;
      try {
        return await finish(flow, response);
      } finally {
        finishing -= 1;
      }
    },
  };
}

/**
 * Returns the claims of an ID token and of the userinfo of the same person. Those of the token go first. An email comes with the
 * verification of its own source: one may state another address than the other, and verify only its own.
 */
function joinClaims(token: IssuerClaims, userinfo: Claims): IssuerClaims {
  const states = (claims: Claims) => 'email' in claims && 'email_verified' in claims;
  const { email, email_verified } = states(userinfo) && !states(token) ? userinfo : token;
  return { ...userinfo, ...token, email, email_verified };
}

async function discover(issuer: SignInIssuer): Promise<Library.Configuration> {
  const library = await load();
  const { client_secret: secret, client_auth = 'basic', algorithm = 'RS256' } = issuer;
  const address = new URL(issuer.issuer);
  const withSecret = client_auth === 'basic' ? library.ClientSecretBasic : library.ClientSecretPost;
  return library.discovery(
    address,
    issuer.client_id,
    { id_token_signed_response_alg: algorithm, [library.clockTolerance]: tolerance_seconds },
    secret === undefined ? library.None() : withSecret(secret),
    {
      timeout: timeout_seconds,
      // The library omits the body of a GET as undefined.
      [library.customFetch]: (url, { body = null, ...options }) => fetchDocument(url, { ...options, body }),
      // Without it, the library trusts TLS alone, and does not check the signature of a token.
      execute: isLoopback(address)
        ? [library.enableNonRepudiationChecks, library.allowInsecureRequests]
        : [library.enableNonRepudiationChecks],
    },
  );
}

function isLoopback({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && isLoopbackHost(hostname);
}

/** Loads the library at the first sign-in: a service without an issuer does not need it. */
function load(): Promise<typeof Library> {
  return import('openid-client');
}

/** Who runs the service, as customers know it. */
export interface ServiceOperator {
  /** The name of the service. Default: none. */
  readonly name?: string;
  /** The email address or the https page at which people request access. Default: none. */
  readonly contact?: string;
}

interface IssuerOperationsOptions {
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
      const signed_in_at = time.toISOString();
      const expires_at = new Date(time.getTime() + session_ms).toISOString();
      const id = newNumberedId('das', cell);
      const session = { ...holder, id, created: signed_in_at, signed_in_at, last_used_at: signed_in_at, expires_at };
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
  return new AdminRefusal('sign_in_failed', undefined, { headers: challenge });
}
