import { generateKeyPairSync, sign } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An issuer of OpenID Connect that gives a token for every code, until an attack changes its behaviour. */
export interface Issuer extends AsyncDisposable {
  readonly url: string;
  /** The paths of its requests. */
  readonly calls: readonly string[];
  /** The claims of the token, and those of the userinfo. The nonce is that of the sign-in. */
  readonly claims: { token: Readonly<Record<string, unknown>>; userinfo: Readonly<Record<string, unknown>> };
  /** Replaces the response to each path for which `conduct` returns true. */
  misbehave: (conduct: (path: string, res: ServerResponse) => boolean) => void;
}

export async function openIssuer(): Promise<Issuer> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const calls: string[] = [];
  const claims: Issuer['claims'] = { token: {}, userinfo: {} };
  let conduct: (path: string, res: ServerResponse) => boolean = () => false;
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const newToken = (url: string) => {
    const iat = Math.floor(Date.now() / 1000);
    const common = { iss: url, aud: 'dashboard', sub: 'eve', iat, exp: iat + 60 };
    const content = `${encode({ alg: 'RS256', kid: 'one' })}.${encode({ ...common, ...claims.token })}`;
    return `${content}.${sign('sha256', Buffer.from(content), privateKey).toString('base64url')}`;
  };
  const documents: Readonly<Record<string, (url: string) => object>> = {
    '/.well-known/openid-configuration': (url) => ({
      issuer: url,
      authorization_endpoint: `${url}/authorize`,
      token_endpoint: `${url}/token`,
      userinfo_endpoint: `${url}/userinfo`,
      jwks_uri: `${url}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
    }),
    '/jwks': () => ({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' }] }),
    '/token': (url) => ({ access_token: 'any', token_type: 'Bearer', id_token: newToken(url) }),
    '/userinfo': () => ({ sub: 'eve', ...claims.userinfo }),
  };
  const server = createServer((req, res) => {
    const path = req.url ?? '';
    calls.push(path);
    req.resume();
    if (conduct(path, res)) return;
    res.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(documents[path]?.(url) ?? {}));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  // A server that listens on a port has an address of this form.
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    calls,
    claims,
    misbehave: (next) => (conduct = next),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}
