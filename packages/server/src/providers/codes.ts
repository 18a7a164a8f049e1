import { limits } from '@booking-service/contract';
import type { Clock } from '@booking-service/kernel/time';
import { type Channel, channels, type CodeMessage, type CodeSender } from './integrations.ts';
import { createSignedPost, whyNoResponse } from './http/signed-post.ts';
import type { CallContext } from './provider.ts';
import { createSmtpMail, type SmtpOptions, writeCodeText } from './smtp-mail.ts';

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
