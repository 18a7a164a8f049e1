/** Sends mails with sign-in links of the dashboard to a mail server (SMTP). */
import type { MailedLink, SignInMail, SignInMailer } from '../../domain/sign-in-mail.ts';
import { escapeHtml } from './code-text.ts';
import { createSmtpMail, type SmtpOptions } from './smtp-mail.ts';

/** Creates the mailer. It connects at its first message. Throws for the same options as createSmtpMail. */
export function createSmtpSignIn(options: SmtpOptions): SignInMailer {
  const sendMail = createSmtpMail(options);
  return {
    send: (mail) => sendMail({ id: mail.id, from_name: 'Booking Service', to: mail.to, ...writeSignInText(mail) }),
  };
}

/** Writes the mail. Its subject has no token, because mail servers log subjects. */
function writeSignInText({ isInvitation, links, expires }: SignInMail) {
  const until = `${expires.slice(0, 16).replace('T', ' ')} UTC`;
  const [first] = links;
  const subject = isInvitation
    ? `Invitation to the dashboard of ${first.organization_name}`
    : 'Sign in to the dashboard';
  const each = links.length > 1 ? 'Each link' : 'The link';
  const unasked = isInvitation ? 'If you do not expect an invitation' : 'If you did not ask for it';
  const rest = `${each} works once, before ${until}. ${unasked}, ignore this message.`;
  const lead = ({ organization_name, role }: MailedLink) =>
    isInvitation
      ? `You are invited to the dashboard of ${organization_name}, with the role ${role}:`
      : `Sign in to the dashboard of ${organization_name}, with the role ${role}:`;
  const parts = links.map((link) => [lead(link), link.url] as const);
  const shown = parts.map(([text, url]) => `<p>${escapeHtml(text)}<br><a href="${escapeHtml(url)}">Sign in</a></p>`);
  return {
    subject,
    text: `${parts.map((part) => part.join('\n')).join('\n\n')}\n\n${rest}\n`,
    html: `<!doctype html><html lang="en"><body style="font-family: sans-serif">${shown.join('')}<p>${rest}</p></body></html>\n`,
  };
}
