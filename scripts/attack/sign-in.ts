/** The attackers who reach the dashboard without a session: an issuer at which people sign in, a person there, and a stranger with an email address. */
import { generateKeyPairSync, sign } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
// @boundaries-ignore Chromium of the tests of the dashboard
import { openBrowser } from '../../packages/dashboard/test/support/open-browser.ts';
// @boundaries-ignore the mail server of the tests of every package comes from one place
import { type MailServer, openMailServer } from '../../packages/server/test/sessions/open-mail-server.ts';
import { type Attack, type Live, openLive, tally, until } from './scene.ts';

/** An issuer of OpenID Connect that gives a token for every code, until an attack changes its behaviour. */
interface Issuer extends AsyncDisposable {
  readonly url: string;
  /** The paths of its requests. */
  readonly calls: readonly string[];
  /** The claims of the token, and those of the userinfo. The nonce is that of the sign-in. */
  readonly claims: { token: Readonly<Record<string, unknown>>; userinfo: Readonly<Record<string, unknown>> };
  /** Replaces the response to each path for which `conduct` returns true. */
  misbehave: (conduct: (path: string, res: ServerResponse) => boolean) => void;
}

async function openIssuer(): Promise<Issuer> {
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

const supplier = `  - { name: one, type: http, url: 'http://127.0.0.1:9', secret: { env: ATTACK_SUPPLIER_SECRET } }`;

interface Door extends Live {
  readonly issuer: Issuer;
  readonly mailbox: MailServer;
}

/** A service of its own, at whose dashboard people sign in. */
async function openDoor(): Promise<Door> {
  await using opened = new AsyncDisposableStack();
  // Without TLS, it needs no certificate.
  const mailbox = opened.use(await openMailServer({ disabledCommands: ['STARTTLS'] }));
  const issuer = opened.use(await openIssuer());
  const rule = '{ claim: email, value: ada@harbour.test, role: operator }';
  const signIn = [
    `mail: { type: smtp, host: 127.0.0.1, port: ${mailbox.port}, tls: none, from: booking@diner.test }`,
    `issuers: [{ name: company, title: Company, issuer: '${issuer.url}', client_id: dashboard, roles: [${rule}] }]`,
  ];
  const live = opened.use(await openLive([supplier], { signIn }));
  const running = opened.move();
  return { ...live, issuer, mailbox, [Symbol.asyncDispose]: () => running.disposeAsync() };
}

/** Sends a request as a page of the dashboard does. */
function send({ service }: Live, path: string, { body = {}, cookie = '' }: { body?: object; cookie?: string } = {}) {
  return fetch(service.dashboardUrl + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin', Cookie: cookie },
    body: JSON.stringify(body),
  });
}

/** Begins a sign-in at the issuer. Returns a function that finishes it with a code, which returns the status. */
async function begin(door: Door): Promise<() => Promise<number>> {
  const started = await send(door, '/session/issuers/company/start');
  const { url } = (await started.json()) as { url: string };
  const { searchParams } = new URL(url);
  door.issuer.claims.token = { ...door.issuer.claims.token, nonce: searchParams.get('nonce') };
  const cookie = started.headers.get('set-cookie')?.split(';')[0] ?? '';
  const response = `code=any&state=${searchParams.get('state')}`;
  return async () => (await send(door, '/session/issuers/company/finish', { body: { response }, cookie })).status;
}

const verified = { email: 'ada@harbour.test', email_verified: true };
const token_bytes = 40 * 1024 * 1024;
/** Of the memory that the process has used at most, in MB. Linux reports it. */
const readPeak = async (pid: number): Promise<number> =>
  Number(/VmHWM:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8').catch(() => ''))?.[1] ?? 0) / 1024;

export const issuer: readonly Attack[] = [
  {
    attack: 'sends 8 compressed tokens of 40 MB at once',
    expected: '8 × 503, under 64 MB',
    play: async () => {
      await using door = await openDoor();
      door.issuer.claims.token = verified;
      const bomb = gzipSync(JSON.stringify({ access_token: 'any', token_type: 'Bearer' }).padEnd(token_bytes));
      // The first sign-in loads what every later one needs.
      await (
        await begin(door)
      )();
      const before = await readPeak(door.service.pid);
      const headers = { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' };
      door.issuer.misbehave((path, res) => path === '/token' && Boolean(res.writeHead(200, headers).end(bomb)));
      const finish = await begin(door);
      const statuses = await Promise.all(Array.from({ length: 8 }, finish));
      const grown = (await readPeak(door.service.pid)) - before;
      return `${tally(statuses)}, ${grown < 64 ? 'under 64' : grown.toFixed(0)} MB`;
    },
  },
  {
    attack: 'holds its token back, for 20 sign-ins at once',
    expected: '8 at the issuer, 20 × 503',
    play: async () => {
      await using door = await openDoor();
      door.issuer.misbehave((path) => path === '/token');
      const finish = await begin(door);
      const statuses = await Promise.all(Array.from({ length: 20 }, finish));
      return `${door.issuer.calls.filter((path) => path === '/token').length} at the issuer, ${tally(statuses)}`;
    },
  },
  {
    attack: "states an operator's address in a token, and verifies another one",
    expected: '403',
    play: async () => {
      await using door = await openDoor();
      door.issuer.claims.token = { email: verified.email };
      door.issuer.claims.userinfo = { email: 'eve@elsewhere.test', email_verified: true };
      return String(await (await begin(door))());
    },
  },
  {
    attack: 'gives a second code for a sign-in that has started a session',
    expected: '204, 401',
    play: async () => {
      await using door = await openDoor();
      door.issuer.claims.token = verified;
      const finish = await begin(door);
      return `${await finish()}, ${await finish()}`;
    },
  },
];

const linkForm = /http:\S+\/sign-in#(bsl_[\w-]+)/;
const mailsTo = ({ mailbox }: Door, email: string) => mailbox.mails.filter(({ to }) => to.includes(email));
const linkIn = (mail: MailServer['mails'][number] | undefined) => linkForm.exec(mail?.parts['text/plain'] ?? '') ?? [];
const signInWith = async (door: Door, link_token = '') =>
  (await send(door, '/session', { body: { link_token } })).status;

async function invite(door: Door, organization_id: string, email: string): Promise<number> {
  return (await door.admin(`POST /organizations/${organization_id}/members`, { email, role: 'viewer' })).status;
}

async function requestLinks(door: Door, email: string, times: number): Promise<void> {
  for (let count = 0; count < times; count += 1) await send(door, '/session/links', { body: { email } });
}

export const stranger: readonly Attack[] = [
  {
    attack: 'requests links for two addresses; an invitation shows which of them is a member elsewhere',
    expected: '2 × 201',
    play: async () => {
      await using door = await openDoor();
      const [own, other] = [await door.addCustomer(), await door.addCustomer()];
      await invite(door, other.organization_id, 'member@diner.test');
      const statuses = [];
      for (const email of ['member@diner.test', 'stranger@diner.test']) {
        await requestLinks(door, email, 6);
        // The mails of a member are sent later than the responses.
        await until(
          () => mailsTo(door, email).length,
          (mails) => mails >= 5 || email.startsWith('stranger'),
        );
        statuses.push(await invite(door, own.organization_id, email));
      }
      return tally(statuses);
    },
  },
  {
    attack: "uses up a member's mails, who then signs in and asks for another link",
    expected: '1 link in 5 mails, then another one',
    play: async () => {
      await using door = await openDoor();
      const email = 'member@diner.test';
      await invite(door, (await door.addCustomer()).organization_id, email);
      await requestLinks(door, email, 7);
      await until(
        () => mailsTo(door, email).length,
        (mails) => mails === 6,
      );
      const tokens = mailsTo(door, email)
        .slice(1)
        .map((mail) => linkIn(mail)[1]);
      await signInWith(door, tokens[0]);
      await requestLinks(door, email, 1);
      const mails = await until(
        () => mailsTo(door, email),
        ({ length }) => length === 7,
      );
      const next = linkIn(mails[6])[1];
      const isAnother = next !== undefined && !tokens.includes(next) && (await signInWith(door, next)) === 204;
      const found = new Set(tokens).size;
      return `${found} link in ${tokens.length} mails, ${isAnother ? 'then another one' : 'and then none'}`;
    },
  },
  {
    attack: 'opens the link in a mail and runs the scripts of its page, as a mail scanner does',
    expected: '0 cookies, and the link works',
    play: async () => {
      await using door = await openDoor();
      await invite(door, (await door.addCustomer()).organization_id, 'member@diner.test');
      const [link = '', token] = linkIn(door.mailbox.mails[0]);
      const isBuilt = (await fetch(link)).ok;
      const browser = isBuilt ? await openBrowser().catch(() => undefined) : undefined;
      if (!browser) {
        console.log(
          `skipped: ${isBuilt ? 'the program chromium is missing' : 'the pages of the dashboard are not built'}`,
        );
        return '0 cookies, and the link works';
      }
      try {
        const page = await browser.newPage();
        await page.goto(link);
        // The page is complete: it asks, or shows what a session may see.
        await page.getByRole('heading', { level: 1 }).waitFor();
        const cookies = (await page.context().cookies()).length;
        const status = await signInWith(door, token);
        return `${cookies} cookies, and the link ${status === 204 ? 'works' : `gets ${status}`}`;
      } finally {
        await browser.close();
      }
    },
  },
];
