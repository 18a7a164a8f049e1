/**
 * Hands emails to a mail server (SMTP). The mail server signs and delivers them: SPF and DKIM are set up there. Each message has a
 * connection of its own, and few are open at a time. Nothing is sent twice here.
 */
import type { createTransport, NodemailerError } from 'nodemailer';
import { limits } from '@booking-service/contract';
import type { Clock } from '@booking-service/kernel/time';
import { type Channel, channels, type CodeMessage, type CodeSender } from './integrations.ts';
import type { MailedLink, NoticeMailer, SignInMail, SignInMailer, WebhookNotice } from '../domain/dashboard-mail.ts';
import { createSignedPost, whyNoResponse } from './http/contract-calls.ts';
import type { CallContext } from './provider.ts';

export interface SmtpOptions {
  /** The host name or address of the mail server. */
  readonly host: string;
  /** Default: 465 if `tls` is `implicit`, otherwise 587. */
  readonly port?: number | undefined;
  /**
   * `starttls`: the connection begins in clear text and must change to TLS before anything is sent. `implicit`: TLS from the first byte.
   * `none`: no TLS, for a mail server on this computer or in a private network, without a password. Default: `starttls`.
   */
  readonly tls?: SmtpTls | undefined;
  /** The user name and password. Default: the mail server accepts messages without. */
  readonly user?: string | undefined;
  readonly password?: string | undefined;
  /** The email address that sends. */
  readonly from: string;
  /** The timeout of a message, with the wait for a free connection. Default: the contract's provider_timeout_seconds. */
  readonly timeout_seconds?: number | undefined;
}

export type SmtpTls = 'starttls' | 'implicit' | 'none';

type Transport = ReturnType<typeof createTransport>;

const maxConnections = 5;
/** Of one response of the mail server. */
const maxResponseSize = 65_536;

interface SmtpMail {
  /** Identifies the message: the same for a repeated call, so a mail system can drop the second message. */
  readonly id: string;
  /** The name beside the address that sends. */
  readonly from_name: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Sends a mail. `refused`: the mail server refuses the address for good. */
type SendMail = (mail: SmtpMail) => Promise<'sent' | 'refused'>;

/**
 * Creates the sender. It connects at its first message. Throws if only one of `user` and `password` is given, or if a password would
 * be sent in clear text.
 */
function createSmtpMail(options: SmtpOptions): SendMail {
  const { host, user, password, from, tls = 'starttls', timeout_seconds = limits.provider_timeout_seconds } = options;
  if ((user === undefined) !== (password === undefined)) throw new Error('user and password belong together: set both');
  if (password !== undefined && tls === 'none')
    throw new Error('a password needs TLS: set tls to starttls or implicit');
  let created: Promise<Transport> | undefined;

  return async ({ id, from_name, to, subject, text, html }) => {
    // Concurrent first messages share one transport, and its limit of connections.
    created ??= createTransportOf(options);
    const transport = await created;
    // Real time: a socket that hangs must be closed even if the clock of the service stands still.
    const signal = AbortSignal.timeout(timeout_seconds * 1000);
    try {
      await transport.sendMail({
        from: { name: from_name, address: from },
        to: { name: '', address: to },
        envelope: { from, to: [to] },
        messageId: `<${id}@${from.slice(from.lastIndexOf('@') + 1)}>`,
        // No automatic reply goes to the sender (RFC 3834).
        headers: { 'Auto-Submitted': 'auto-generated' },
        subject,
        text,
        html,
        signal,
      });
      return 'sent';
    } catch (error) {
      if (isRefusedDestination(error)) return 'refused';
      if (!signal.aborted) throw error;
      throw new Error(`The mail server ${host} did not accept the message within ${timeout_seconds} s.`, {
        cause: error,
      });
    }
  };
}

/** Loads the library at the first message: a start without one does not need it. */
async function createTransportOf(options: SmtpOptions): Promise<Transport> {
  const { host, user, password, tls = 'starttls', port = tls === 'implicit' ? 465 : 587 } = options;
  const { createTransport: create } = await import('nodemailer');
  return create({
    host,
    port,
    secure: tls === 'implicit',
    requireTLS: tls === 'starttls',
    ignoreTLS: tls === 'none',
    ...(user !== undefined && { auth: { user, pass: password } }),
    pool: true,
    maxConnections,
    maxResponseSize,
    maxMessages: 1,
    maxRequeues: 0,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/**
 * Returns whether the mail server refuses this destination for good. Then it names the address or the mailbox (5.1.x and 5.2.x of
 * RFC 3463), or it names no reason. Any other refusal is about the sender or the message, such as a relay that is denied.
 */
function isRefusedDestination(error: unknown): boolean {
  const { command, responseCode = 0, response = '' } = error as NodemailerError;
  if (command !== 'RCPT TO' || responseCode < 500) return false;
  const enhanced = /^\d{3}[ -](\d)\.(\d{1,3})\.\d{1,3}/.exec(response);
  if (enhanced) return enhanced[1] === '5' && (enhanced[2] === '1' || enhanced[2] === '2');
  return [550, 551, 553].includes(responseCode);
}

// The message with the code of a session, in the one template that every organization has.

/** The parts of an email. */
interface CodeText {
  readonly subject: string;
  /** Plain text. It is also the text of an SMS. */
  readonly text: string;
  readonly html: string;
}

const minutes = limits.session.lifetime_seconds / 60;

/** Writes the message. The subject has no code, because mail servers log subjects. */
function writeCodeText({ code, sender_name }: Pick<CodeMessage, 'code' | 'sender_name'>): CodeText {
  const first = `Your code for ${sender_name} is ${code}.`;
  const rest = `It is valid for ${minutes} minutes. If you did not ask for a code, ignore this message.`;
  const shown = `<p style="font-size: 28px; letter-spacing: 4px"><strong>${code}</strong></p>`;
  const body = `<p>Your code for ${escapeHtml(sender_name)}:</p>${shown}<p>${rest}</p>`;
  return {
    subject: `Your code for ${sender_name}`,
    text: `${first} ${rest}\n`,
    html: `<!doctype html><html lang="en"><body style="font-family: sans-serif">${body}</body></html>\n`,
  };
}

/** Returns the text with the characters of HTML as references. */
function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

// Sends the mails of the dashboard to a mail server (SMTP): sign-in links, and notices about webhooks.

/** Creates the mailer. It connects at its first message. Throws for the same options as createSmtpMail. */
export function createSmtpDashboardMail(options: SmtpOptions): SignInMailer & NoticeMailer {
  const sendMail = createSmtpMail(options);
  const sendText = ({ id, to }: { readonly id: string; readonly to: string }, text: CodeText) =>
    sendMail({ id, from_name: 'Booking Service', to, ...text });
  return {
    send: (mail) => sendText(mail, writeSignInText(mail)),
    sendNotice: (notice) => sendText(notice, writeNoticeText(notice)),
  };
}

function writeNoticeText({ organization_name, about, failing_since, url }: WebhookNotice): CodeText {
  const since = timeText(failing_since);
  const [subject, ...sentences] =
    about === 'failing'
      ? [
          `Webhooks of ${organization_name} fail`,
          `Every webhook of ${organization_name} has failed since ${since}.`,
          'The service tries each one four times and then abandons it. Fix the receiver, then resend what was abandoned:',
        ]
      : [
          `Webhooks of ${organization_name} arrive again`,
          `The webhooks of ${organization_name} failed since ${since}, and arrive again.`,
          'What was abandoned in the meantime is not sent again by itself. You can resend it:',
        ];
  const lead = sentences.join(' ');
  const link = `<a href="${escapeHtml(url)}">Webhooks</a>`;
  return {
    subject,
    text: `${lead}\n${url}\n`,
    html: `<!doctype html><html lang="en"><body style="font-family: sans-serif"><p>${escapeHtml(lead)}</p><p>${link}</p></body></html>\n`,
  };
}

/** An instant to the minute. */
function timeText(instant: string): string {
  return `${instant.slice(0, 16).replace('T', ' ')} UTC`;
}

/** Writes the mail. Its subject has no token, because mail servers log subjects. */
function writeSignInText({ isInvitation, links, expires_at }: SignInMail): CodeText {
  const until = timeText(expires_at);
  const [first] = links;
  const subject = isInvitation ? `Invitation to the dashboard of ${nameOf(first)}` : 'Sign in to the dashboard';
  const each = links.length > 1 ? 'Each link' : 'The link';
  const unasked = isInvitation ? 'If you do not expect an invitation' : 'If you did not ask for it';
  const rest = `${each} works once, before ${until}. ${unasked}, ignore this message.`;
  const lead = (link: MailedLink) =>
    isInvitation
      ? `You are invited to the dashboard of ${nameOf(link)}, with the role ${link.role}:`
      : `Sign in to the dashboard of ${nameOf(link)}, with the role ${link.role}:`;
  const parts = links.map((link) => [lead(link), link.url] as const);
  const shown = parts.map(([text, url]) => `<p>${escapeHtml(text)}<br><a href="${escapeHtml(url)}">Sign in</a></p>`);
  return {
    subject,
    text: `${parts.map((part) => part.join('\n')).join('\n\n')}\n\n${rest}\n`,
    html: `<!doctype html><html lang="en"><body style="font-family: sans-serif">${shown.join('')}<p>${rest}</p></body></html>\n`,
  };
}

function nameOf({ organization_name }: MailedLink): string {
  return organization_name ?? 'all organizations';
}

/** Returns one sender for all channels that have one. */
export function codesByChannel(senders: Readonly<Partial<Record<Channel, CodeSender>>>): CodeSender {
  return {
    channels: channels.filter((channel) => senders[channel] !== undefined),
    async send(message, context) {
      const sender = senders[message.channel];
      if (!sender) throw new Error(`No sender for the channel ${message.channel} is configured.`);
      return sender.send(message, context);
    },
  };
}

// A code sender behind HTTP, such as a small program before an SMS gateway. Each code is one POST, signed as the requests to a provider
// are. 2xx: the message was sent. 422: no message can ever reach the destination. Anything else: it was not sent.

export interface HttpCodesOptions {
  /** The address of the POST. */
  readonly url: string;
  /** Signs each request. Its UTF-8 bytes are the key. */
  readonly secret: string;
  /** The timeout of each response. Default: the contract's provider_timeout_seconds. */
  readonly timeout_seconds?: number | undefined;
  /** The time of the signatures. */
  readonly clock: Pick<Clock, 'now'>;
}

/** The body of the POST. */
export type HttpCodeRequest = { readonly operation: 'sendCode'; readonly text: string } & CodeMessage & CallContext;

/** Creates the sender. Throws if the secret is blank. */
export function createHttpCodes({
  url,
  secret,
  timeout_seconds = limits.provider_timeout_seconds,
  clock,
}: HttpCodesOptions): CodeSender {
  const post = createSignedPost({ secret, timeout_seconds, clock });
  return {
    async send(message, { organization_id, livemode }) {
      const { session_id, channel, destination, code, sender_name, expires_at } = message;
      const { text } = writeCodeText(message);
      const given = { session_id, channel, destination, code, text: text.trimEnd(), sender_name, expires_at };
      const request: HttpCodeRequest = { operation: 'sendCode', organization_id, livemode, ...given };
      const failed = (reason: string, cause?: unknown) => new Error(`The code was not sent: ${reason}.`, { cause });
      const { status } = await post(url, request).catch((cause: unknown) => {
        throw failed(whyNoResponse(cause, timeout_seconds), cause);
      });
      if (status === 422) return 'refused';
      if (status < 200 || status > 299) throw failed(`status ${status}`);
      return 'sent';
    },
  };
}

// A code sender that hands emails to a mail server (SMTP).

/** The mail server. The name beside the address that sends is that of the organization. */
export type SmtpCodesOptions = SmtpOptions;

/**
 * Creates the sender. It connects at its first message. Throws if only one of `user` and `password` is given, or if a password would
 * be sent in clear text.
 */
export function createSmtpCodes(options: SmtpCodesOptions): CodeSender {
  const sendMail = createSmtpMail(options);
  return {
    channels: ['email'],
    send: ({ session_id, destination, code, sender_name }) =>
      sendMail({
        id: session_id,
        from_name: sender_name,
        to: destination,
        ...writeCodeText({ code, sender_name }),
      }),
  };
}
