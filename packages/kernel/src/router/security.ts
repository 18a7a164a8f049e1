/** Checks the credentials of a request by the security requirements of its operation, with one function for each scheme. */
import { Refusal } from '../contract.ts';
import type { HttpRequest } from '../http/exchange.ts';
import { queryOf } from '../http/operation-listener.ts';
import { faultAt, listOf, type OpenApiDocument, type Part, partOf, type RouterOperation } from './document.ts';
import { parsePairs } from './parameters.ts';
import { decodeForm } from './styles.ts';

/** The credential that a request has for one scheme. */
export interface Credential {
  /** The API key, the bearer token, or what follows the name of another HTTP scheme. Empty for `basic` and `mutualTLS`. */
  readonly token: string;
  /** Of `basic`. */
  readonly username: string;
  readonly password: string;
  /** The scopes, or roles, that the operation requires. */
  readonly scopes: readonly string[];
  readonly operationId: string;
  readonly req: HttpRequest;
}

/**
 * Returns the caller, or undefined if the credential is wrong (401). Throws `new Refusal('insufficient_scope')` if the caller lacks a
 * scope (403).
 */
export type SecurityCheck<Caller> = (credential: Credential) => Caller | undefined | Promise<Caller | undefined>;

/** The callers by the names of their schemes. */
export type CallersByScheme = Readonly<Record<string, unknown>>;

/** Returns the callers. Throws unauthorized or insufficient_scope. */
export type Authenticate = (req: HttpRequest) => Promise<CallersByScheme>;

interface Scheme {
  readonly name: string;
  readonly read: (req: HttpRequest) => Pick<Credential, 'token' | 'username' | 'password'> | undefined;
  readonly check: SecurityCheck<unknown>;
  /** The challenge of WWW-Authenticate, without its parameters. */
  readonly challenge: string;
}

const noOne: CallersByScheme = {};
const token = (text: string) => ({ token: text, username: '', password: '' });

/** Creates the check of an operation; undefined if it needs no credential. Throws if a scheme has no function. */
export function createAuthenticate(
  operation: RouterOperation,
  {
    document,
    checks,
  }: {
    readonly document: OpenApiDocument;
    readonly checks: Readonly<Record<string, SecurityCheck<unknown> | undefined>>;
  },
): Authenticate | undefined {
  const { security, label, id: operationId } = operation;
  // The requirement {} lets a request without credentials pass.
  const isOptional = security.some((each) => Object.keys(each).length === 0);
  const alternatives = security
    .filter((each) => Object.keys(each).length > 0)
    .map((each) =>
      Object.entries(each).map(([name, scopes]) => {
        const scheme = schemeOf(name, { document, label, checks });
        return { scheme, scopes: listOf(scopes).map(String) };
      }),
    );
  if (alternatives.length === 0) return undefined;
  const challenges = [...new Set(alternatives.flat().map(({ scheme }) => scheme.challenge))];
  const allScopes = [...new Set(alternatives.flatMap((each) => each.flatMap(({ scopes }) => scopes)))];

  return async function authenticate(req) {
    let [isSent, forbidden]: [boolean, Refusal | undefined] = [false, undefined];
    /** Returns the callers of an alternative; undefined if a scheme of it has none. */
    async function pass(alternative: (typeof alternatives)[number]): Promise<CallersByScheme | undefined> {
      const credentials = alternative.map(({ scheme }) => scheme.read(req));
      if (!credentials.every((each) => each !== undefined)) return undefined;
      isSent = true;
      const callers: Record<string, unknown> = {};
      for (const [index, { scheme, scopes }] of alternative.entries()) {
        const credential = credentials[index] ?? token('');
        const caller = await scheme.check({ ...credential, scopes, operationId, req });
        if (caller === undefined || caller === null || caller === false) return undefined;
        callers[scheme.name] = caller;
      }
      return callers;
    }
    for (const alternative of alternatives) {
      try {
        const callers = await pass(alternative);
        if (callers) return callers;
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        if (error.code === 'insufficient_scope') forbidden ??= error;
        else if (error.code !== 'unauthorized') throw error;
      }
    }
    // A wrong credential is refused, also where none is needed: its sender must not believe that it counted.
    if (isOptional && !isSent) return noOne;
    const scope = forbidden && allScopes.length > 0 ? `, scope="${allScopes.join(' ')}"` : '';
    const reason = forbidden ? `error="insufficient_scope"${scope}` : isSent ? 'error="invalid_token"' : '';
    const header = challenges
      .map((each) => (each === 'Bearer' && reason !== '' ? `Bearer ${reason}` : each))
      .join(', ');
    const headers = { 'WWW-Authenticate': header };
    if (forbidden) throw new Refusal('insufficient_scope', { message: forbidden.message, headers });
    throw new Refusal('unauthorized', { headers });
  };
}

/** Returns the names of the query that the schemes of an operation read. */
export function credentialNames({ security }: RouterOperation, document: OpenApiDocument): ReadonlySet<string> {
  const schemes = security.flatMap((each) => Object.keys(each)).map((name) => partOf(schemesOf(document)[name]));
  return new Set(schemes.filter((each) => each['in'] === 'query').map((each) => String(each['name'])));
}

function schemesOf({ root }: OpenApiDocument): Part {
  return partOf(partOf(root['components'])['securitySchemes']);
}

function schemeOf(
  name: string,
  {
    document,
    label,
    checks,
  }: { document: OpenApiDocument; label: string; checks: Readonly<Record<string, SecurityCheck<unknown> | undefined>> },
): Scheme {
  const pointer = `#/components/securitySchemes/${name}`;
  const given = schemesOf(document)[name];
  if (given === undefined) throw faultAt(label, pointer, 'the document has no such security scheme');
  const { value } = document.resolve({ value: given, pointer }, label);
  const check = Object.hasOwn(checks, name) ? checks[name] : undefined;
  if (!check)
    throw faultAt(label, pointer, `the security scheme has no function; pass security: { ${JSON.stringify(name)}: … }`);
  const { type, in: place, name: field, scheme } = value;
  if (type === 'apiKey') {
    const key = String(field);
    const challenge = `ApiKey in="${String(place)}", name="${key}"`;
    return { name, check, challenge, read: keyReader(String(place), key) };
  }
  const kind = type === 'http' ? String(scheme).toLowerCase() : type === 'mutualTLS' ? '' : 'bearer';
  if (kind === '') return { name, check, challenge: 'Mutual', read: () => token('') };
  if (type !== 'http' && type !== 'oauth2' && type !== 'openIdConnect')
    throw faultAt(label, pointer, `the type ${JSON.stringify(type)} is not a type of security scheme`);
  const title = `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;
  const challenge = kind === 'basic' ? 'Basic realm="api", charset="UTF-8"' : title;
  return { name, check, challenge, read: authorizationReader(kind) };
}

function keyReader(place: string, key: string): Scheme['read'] {
  const field = key.toLowerCase();
  return (req) => {
    if (place === 'header') return typeof req.headers[field] === 'string' ? token(req.headers[field]) : undefined;
    const pairs = place === 'query' ? parsePairs(queryOf(req), '&') : parsePairs(req.headers.cookie ?? '', ';');
    const sent = pairs.get(key);
    if (sent?.length !== 1) return undefined;
    try {
      return token(decodeForm(sent[0] ?? ''));
    } catch {
      return undefined;
    }
  };
}

function authorizationReader(kind: string): Scheme['read'] {
  return ({ headers: { authorization = '' } }) => {
    const at = authorization.indexOf(' ');
    if (authorization.slice(0, at).toLowerCase() !== kind) return undefined;
    const text = authorization.slice(at + 1).trim();
    if (kind !== 'basic') return token(text);
    const [username = '', ...password] = Buffer.from(text, 'base64').toString('utf8').split(':');
    return password.length === 0 ? undefined : { token: '', username, password: password.join(':') };
  };
}
