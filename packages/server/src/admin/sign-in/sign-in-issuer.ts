import type { DashboardRole } from '@booking-service/contract/admin';

/** An issuer of OpenID Connect at which people sign in to the dashboard. */
export interface SignInIssuer {
  /** Its name in addresses and in the audit log: 1 to 40 characters of a-z, 0-9 and -. */
  readonly name: string;
  /** Its name for people, which its button shows. */
  readonly title: string;
  /** Its address, exactly as its tokens have it. It is https, or http of this computer. */
  readonly issuer: string;
  readonly client_id: string;
  /** Default: a public client, which has PKCE alone. */
  readonly client_secret?: string | undefined;
  /** Sends the secret in a header (`basic`), or in the body (`post`). Default: basic. */
  readonly client_auth?: ClientAuthentication | undefined;
  /** The scopes to request besides openid. Default: profile and email. */
  readonly scopes?: readonly string[] | undefined;
  /** The only algorithm that signs its ID tokens. Default: RS256. */
  readonly algorithm?: SignatureAlgorithm | undefined;
  /** The roles that it gives. The first rule that a person fulfills decides. */
  readonly roles: readonly RoleRule[];
}

export type ClientAuthentication = 'basic' | 'post';
export type SignatureAlgorithm = 'RS256' | 'PS256' | 'ES256';

/** Gives a role to people with a claim. */
export interface RoleRule {
  /** The name of the claim. `email` counts only if the issuer has verified it. */
  readonly claim: string;
  /** The value that the claim is, or that its list contains. */
  readonly value: string;
  readonly role: DashboardRole;
  /** Omitted for support and operators. */
  readonly organization_id?: string | undefined;
}
