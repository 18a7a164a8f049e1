/**
 * Signs people in at one issuer, by the authorization code flow of OpenID Connect with PKCE, state and nonce:
 *  1. start   returns the page of the issuer, and the secrets of this sign-in, which a cookie keeps in the browser
 *  2. finish  exchanges the code of the response for an ID token, and returns the claims of the person
 *
 * The library checks state, issuer, signature, algorithm, audience, nonce and times of the token, with the time of the computer. The
 * document of the issuer is kept for an hour. Every request to the issuer has a timeout, and every response a bound. Few sign-ins finish at
 * a time, so that the issuer decides neither the memory nor the connections of the service.
 */
import { adminLimits } from '@booking-service/contract/admin';
import { createBoundedFetch, isLoopbackHost } from '@booking-service/kernel/http';
import type * as Library from 'openid-client';
import { type Claims, IssuerBusyError, IssuerError, type SignInIssuer, toIssuerError } from './issuer.ts';

/** The secrets of a sign-in. */
export interface Flow {
  readonly state: string;
  readonly nonce: string;
  /** The secret of PKCE. */
  readonly verifier: string;
}

export interface OpenIdClient {
  /** Begins a sign-in. Rejects with an IssuerError. */
  start(): Promise<{ readonly url: string; readonly flow: Flow }>;
  /** Checks the response of the issuer to a sign-in. Returns the claims of the person. Rejects with an IssuerError or an IssuerBusyError. */
  finish(flow: Flow, response: string): Promise<IssuerClaims>;
}

export type IssuerClaims = Claims & { readonly sub: string };

export interface OpenIdClientOptions {
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
export function createOpenIdClient(issuer: SignInIssuer, { url, now }: OpenIdClientOptions): OpenIdClient {
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
