/** Sends the mails of the dashboard to a mail server (SMTP): sign-in links, and notices about webhooks. */
import type { MailedLink, NoticeMailer, SignInMail, SignInMailer, WebhookNotice } from '../../domain/dashboard-mail.ts';
import { escapeHtml, type CodeText } from './code-text.ts';
import { createSmtpMail, type SmtpOptions } from './smtp-mail.ts';

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
function writeSignInText({ isInvitation, links, expires }: SignInMail): CodeText {
  const until = timeText(expires);
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
