/** The message with the code of a session, in the one template that every organization has. */
import { limits } from '@booking-service/contract';
import type { CodeMessage } from '../integrations.ts';

/** The parts of an email. */
export interface CodeText {
  readonly subject: string;
  /** Plain text. It is also the text of an SMS. */
  readonly text: string;
  readonly html: string;
}

const minutes = limits.session.lifetime_seconds / 60;

/** Writes the message. The subject has no code, because mail servers log subjects. */
export function writeCodeText({ code, sender_name }: Pick<CodeMessage, 'code' | 'sender_name'>): CodeText {
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
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
