/**
 * Codes by email, over a real mail server.
 * @module-tag needs-openssl
 */
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSmtpCodes, type CodeMessage, type SmtpCodesOptions } from '../../src/index.ts';
import { openWorld } from '../../src/testing.ts';
// @boundaries-ignore certificates of tests come from one place
import { createCertificate, type Certificate } from '../../../kernel/test/support/network/certificate.ts';
import { start, verify } from './call-sessions.ts';
import { type Mail, openMailServer, type MailServerOptions } from './open-mail-server.ts';

const trusted = getCACertificates('default');
let certificate: Certificate;
let foreign: Certificate;
beforeAll(() => {
  certificate = createCertificate(['127.0.0.1', 'localhost']);
  foreign = createCertificate(['127.0.0.1', 'localhost']);
  setDefaultCACertificates([certificate.cert]);
});
afterAll(() => setDefaultCACertificates(trusted));

const context = { organization_id: 'org_test', livemode: true };
const message: CodeMessage = {
  session_id: 'ses_5f0c1f2e3d4b4a59',
  channel: 'email',
  destination: 'ada@diner.test',
  code: '012345',
  sender_name: 'Harbour Group',
  expires_at: '2026-11-21T09:40:00.000Z',
};

/** Sends the message to a mail server, and returns the result and what the server got. */
async function send(
  { server: serverOptions = {}, ...options }: { server?: MailServerOptions } & Partial<SmtpCodesOptions>,
  sent: Partial<CodeMessage> = {},
) {
  const { key, cert } = certificate;
  await using server = await openMailServer({ key, cert, ...serverOptions });
  const codes = createSmtpCodes({ host: '127.0.0.1', port: server.port, from: 'codes@harbour.test', ...options });
  const result = await codes.send({ ...message, ...sent }, context).catch((error: unknown) => error as Error);
  const { mails, seen } = server;
  return { result, mails, seen };
}

/** Returns the only message. */
function onlyOf(mails: readonly Mail[]): Mail {
  const [mail, ...others] = mails;
  if (!mail || others.length > 0) throw new Error(`${mails.length} messages were sent.`);
  return mail;
}

describe('TLS', () => {
  it.each([
    { tls: undefined, server: {}, secure: true },
    { tls: 'starttls', server: {}, secure: true },
    { tls: 'implicit', server: { secure: true }, secure: true },
    { tls: 'none', server: {}, secure: false },
  ] as const)('SES-5: sends a message with $tls', async ({ tls, server, secure }) => {
    const { result, mails } = await send({ tls, server });
    expect(result).toBe('sent');
    expect(mails).toMatchObject([{ from: 'codes@harbour.test', to: ['ada@diner.test'], secure }]);
  });

  it('SES-5: sends nothing to a server without STARTTLS, or with a certificate that it does not trust', async () => {
    for (const server of [{ disabledCommands: ['STARTTLS'] }, { key: foreign.key, cert: foreign.cert }]) {
      const { result, mails, seen } = await send({ server });
      expect(result).toBeInstanceOf(Error);
      expect([mails, seen]).toEqual([[], []]);
    }
  });

  it('SES-5: signs in with a password, and rejects with a wrong one', async () => {
    const server = { authOptional: false };
    expect(await send({ user: 'harbour', password: 'swordfish', server })).toMatchObject({
      result: 'sent',
      mails: [{ user: 'harbour', secure: true }],
    });
    const { result, mails } = await send({ user: 'harbour', password: 'haddock', server });
    expect(String(result)).toMatch(/535/);
    expect(mails).toEqual([]);
  });

  it.each([
    { options: { user: 'harbour' }, says: 'user and password belong together: set both' },
    { options: { password: 'swordfish' }, says: 'user and password belong together: set both' },
    {
      options: { user: 'harbour', password: 'swordfish', tls: 'none' as const },
      says: 'a password needs TLS: set tls to starttls or implicit',
    },
  ])('SES-5: refuses $options', ({ options, says }) => {
    expect(() => createSmtpCodes({ host: 'mail.test', from: 'codes@harbour.test', ...options })).toThrow(says);
  });
});

describe('the message', () => {
  it('SES-5: has the code as text and as HTML, and not in its headers', async () => {
    const { mails } = await send({});
    const { headers, parts } = onlyOf(mails);
    const { 'text/plain': plain = '', 'text/html': html = '' } = parts;
    expect(plain.trim()).toBe(
      'Your code for Harbour Group is 012345. It is valid for 10 minutes. If you did not ask for a code, ignore this message.',
    );
    expect(html).toContain('<strong>012345</strong>');
    expect(headers).toMatch(/^From: Harbour Group <codes@harbour\.test>$/m);
    expect(headers).toMatch(/^To: ada@diner\.test$/m);
    expect(headers).toMatch(/^Subject: Your code for Harbour Group$/m);
    expect(headers).toMatch(/^Message-ID: <ses_5f0c1f2e3d4b4a59@harbour\.test>$/im);
    expect(headers).toMatch(/^Auto-Submitted: auto-generated$/m);
    expect(headers).not.toContain('012345');
  });

  it('SES-5: shows the name of an organization as it is, whatever it contains', async () => {
    const sender_name = '<b>"Ünder" & Co</b>\r\nBcc: eve@diner.test';
    const { mails } = await send({}, { sender_name });
    const { headers, parts, to } = onlyOf(mails);
    expect(to).toEqual(['ada@diner.test']);
    expect(headers).not.toMatch(/^Bcc:/im);
    expect(parts['text/html']).toContain('&lt;b&gt;&quot;Ünder&quot; &amp; Co&lt;/b&gt;');
    expect(parts['text/plain']).toContain('<b>"Ünder" & Co</b>');
  });
});

describe('refusals', () => {
  it.each([
    { command: 'rcpt', code: 550, text: 'No such user here', result: /^refused$/ },
    { command: 'rcpt', code: 550, text: '5.1.1 No such user', result: /^refused$/ },
    { command: 'rcpt', code: 550, text: '5.2.1 Mailbox disabled', result: /^refused$/ },
    { command: 'rcpt', code: 553, text: 'Mailbox name not allowed', result: /^refused$/ },
    { command: 'rcpt', code: 554, text: '5.7.1 Relay access denied', result: /554/ },
    { command: 'rcpt', code: 550, text: '5.7.1 Blocked', result: /550/ },
    { command: 'rcpt', code: 530, text: 'Authentication required', result: /530/ },
    { command: 'rcpt', code: 451, text: '4.7.1 Greylisted', result: /451/ },
    { command: 'rcpt', code: 450, text: '5.1.1 Unusual', result: /450/ },
    { command: 'mail', code: 550, text: '5.1.8 Bad sender', result: /550/ },
    { command: 'data', code: 554, text: '5.6.0 Spam', result: /554/ },
  ])('SES-5: $code $text after $command', async ({ command, code, text, result: expected }) => {
    // The server would put an enhanced code of its own before the text.
    const { result, mails } = await send({
      server: { hideENHANCEDSTATUSCODES: true, refuse: { [command]: { code, text } } },
    });
    expect(String(result)).toMatch(expected);
    expect(mails).toEqual([]);
  });
});

it('SES-5: gives up a message after its timeout, whatever the server still does', async () => {
  const { result, mails } = await send({ timeout_seconds: 1, server: { hold: () => new Promise(() => undefined) } });
  expect(String(result)).toBe('Error: The mail server 127.0.0.1 did not accept the message within 1 s.');
  expect(mails).toEqual([]);
});

it('SES-5: rejects if nothing listens', async () => {
  const codes = createSmtpCodes({ host: '127.0.0.1', port: 1, from: 'codes@harbour.test' });
  await expect(codes.send(message, context)).rejects.toThrow(/ECONNREFUSED/);
});

it('SES-5: opens at most five connections at a time, and sends each message once', async () => {
  const { key, cert } = certificate;
  const waiting: (() => void)[] = [];
  const full = Promise.withResolvers<void>();
  const hold = () =>
    new Promise<void>((resolve) => {
      waiting.push(resolve);
      if (waiting.length === 5) full.resolve();
      if (isReleased) resolve();
    });
  let isReleased = false;
  await using server = await openMailServer({ key, cert, hold });
  const codes = createSmtpCodes({ host: '127.0.0.1', port: server.port, from: 'codes@harbour.test' });
  const destinations = Array.from({ length: 12 }, (_, index) => `guest${index}@diner.test`);
  const sent = destinations.map((destination) => codes.send({ ...message, destination }, context));
  await full.promise;
  // The others wait. Without a limit they would be connected by now.
  expect(server.maxOpen()).toBe(5);
  isReleased = true;
  for (const release of waiting) release();
  expect(new Set(await Promise.all(sent))).toEqual(new Set(['sent']));
  expect(server.mails.flatMap(({ to }) => to).toSorted()).toEqual(destinations.toSorted());
});

it('SES-5: the code of the mail verifies the session', async () => {
  const { key, cert } = certificate;
  await using server = await openMailServer({ key, cert });
  const codes = createSmtpCodes({ host: '127.0.0.1', port: server.port, from: 'codes@harbour.test' });
  await using world = await openWorld({ codes, newCode: undefined });
  const session = await start(world);
  const code = /is (\d{6})\./.exec(server.mails[0]?.parts['text/plain'] ?? '')?.[1];
  expect(await verify(world, session, { code })).toMatchObject({ status: 200, body: { status: 'verified' } });
  const sms = { key: 'live', body: { channel: 'sms', destination: '+351912345678' } };
  expect(await world.call('POST', '/v1/sessions', sms)).toMatchObject({
    status: 403,
    body: { error_code: 'cardservice_disabled', error: 'Sessions by sms are not enabled here.' },
  });
});
