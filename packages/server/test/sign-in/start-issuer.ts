/** A real issuer of OpenID Connect on this computer: oidc-provider, which implements the protocol independently of our client. */
import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

export type Claims = Readonly<Record<string, unknown>>;

/** The parts of an ID token. */
export interface TokenParts {
  readonly header: Claims;
  readonly claims: Claims;
  /** Signs it instead of the key of the issuer. */
  readonly key?: KeyObject;
}

export interface TestIssuer extends AsyncDisposable {
  /** Its address. */
  readonly url: string;
  readonly client_id: string;
  readonly client_secret: string;
  /** Its people by their login, which is also their subject. Every password is right. */
  readonly people: Map<string, Claims>;
  /** Changes each ID token before the issuer signs it. Undefined: tokens stay as they are. */
  alter: ((parts: TokenParts) => TokenParts) | undefined;
  /** Responds to these paths instead of the issuer. */
  readonly faults: Map<string, RequestListener>;
  /** Makes the document of a path longer, with spaces that change nothing of its JSON. Undefined: documents stay as they are. */
  padding: { readonly path: string; readonly bytes: number; readonly isCompressed: boolean } | undefined;
  /** The Accept-Encoding of each request for a document, by path. */
  readonly encodings: Map<string, string | undefined>;
}

const client = { client_id: 'dashboard', client_secret: 'a-secret-of-the-test-client' };

/** Starts the issuer. Its people return to this address. */
export async function startIssuer(redirect_uri: string): Promise<TestIssuer> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const people = new Map<string, Claims>();
  const faults = new Map<string, RequestListener>();
  const provider = new Provider(url, {
    clients: [{ ...client, redirect_uris: [redirect_uri] }],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid: 'first', alg: 'RS256', use: 'sig' }] },
    cookies: { keys: ['a-key-of-the-test'] },
    scopes: ['openid', 'profile', 'email', 'groups'],
    claims: { openid: ['sub'], profile: ['name'], email: ['email', 'email_verified'], groups: ['groups'] },
    findAccount: (_context, accountId) => ({
      accountId,
      claims: async () => ({ sub: accountId, ...people.get(accountId) }),
    }),
    // The consent page is not part of a sign-in of a company.
    async loadExistingGrant({ oidc }) {
      const grant = new provider.Grant({
        clientId: client.client_id,
        ...(oidc.session?.accountId !== undefined && { accountId: oidc.session.accountId }),
      });
      grant.addOIDCScope('openid profile email groups');
      await grant.save();
      return grant;
    },
  });
  const issuer: TestIssuer = {
    url,
    ...client,
    people,
    alter: undefined,
    faults,
    padding: undefined,
    encodings: new Map(),
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
    },
  };
  provider.use(async (context, next) => {
    await next();
    // Its pages would load a font of another host.
    if (typeof context.body === 'string') context.body = context.body.replace(/@import url\([^)]*\);/, '');
    const { path, type } = context;
    if (!type.includes('json')) return;
    issuer.encodings.set(path, context.headers['accept-encoding']);
    const body = context.body as { id_token?: string } | undefined;
    if (issuer.alter && path === '/token' && body?.id_token !== undefined)
      context.body = { ...body, id_token: resign(body.id_token, issuer.alter, privateKey) };
    const { padding } = issuer;
    if (padding?.path !== path) return;
    const text = JSON.stringify(context.body).padEnd(padding.bytes);
    if (padding.isCompressed) context.set('Content-Encoding', 'gzip');
    context.body = padding.isCompressed ? gzipSync(text) : text;
    context.type = type;
  });
  const serve = provider.callback();
  server.on('request', (req, res) => {
    const fault = faults.get(new URL(req.url ?? '/', url).pathname);
    if (fault) fault(req, res);
    else void serve(req, res);
  });
  return issuer;
}

function resign(token: string, alter: NonNullable<TestIssuer['alter']>, own: KeyObject): string {
  const [header = '', claims = ''] = token.split('.');
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Claims;
  const altered = alter({ header: read(header), claims: read(claims) });
  const write = (part: Claims) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const content = `${write(altered.header)}.${write(altered.claims)}`;
  const signature =
    altered.header['alg'] === 'none'
      ? ''
      : sign('sha256', Buffer.from(content), altered.key ?? own).toString('base64url');
  return `${content}.${signature}`;
}

/** Signs a person in on the page of the issuer, as a browser does. Returns the address to which the issuer sends the browser. */
export async function signInAt(page: string, login: string): Promise<URL> {
  const cookies = new Map<string, string>();
  const send = async (url: string, body?: URLSearchParams): Promise<string> => {
    const Cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { Cookie },
      ...(body && { method: 'POST', body }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    const { status, headers } = response;
    const location = headers.get('location');
    if (location === null) throw new Error(`The issuer responds with ${status}: ${await response.text()}`);
    return new URL(location, url).href;
  };
  const form = await send(page);
  const resumed = await send(form, new URLSearchParams({ prompt: 'login', login, password: 'any' }));
  return new URL(await send(resumed));
}
