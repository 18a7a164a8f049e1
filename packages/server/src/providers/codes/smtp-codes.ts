/** A code sender that hands emails to a mail server (SMTP). */
import type { CodeSender } from '../integrations.ts';
import { writeCodeText } from './code-text.ts';
import { createSmtpMail, type SmtpOptions } from './smtp-mail.ts';

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
