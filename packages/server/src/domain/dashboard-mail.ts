/** The mails of the dashboard, which are sign-in links and notices about webhooks, and the ports that send them. */

/** A link for one organization, or for all. */
export interface MailedLink {
  /** Null for a role of all organizations. */
  readonly organization_name: string | null;
  readonly role: string;
  /** The link, with its token. */
  readonly url: string;
}

export interface SignInMail {
  /** Identifies the message: the same for a repeated call. */
  readonly id: string;
  /** The email address of the person. */
  readonly to: string;
  /** True for the first mail to a new member. */
  readonly isInvitation: boolean;
  /** At least one. */
  readonly links: readonly [MailedLink, ...MailedLink[]];
  /** The time from which the links are refused. */
  readonly expires_at: string;
}

export interface SignInMailer {
  /** Sends a mail. `refused`: the address can never receive one. Rejects if the mail was not sent for another reason. */
  send(mail: SignInMail): Promise<'sent' | 'refused'>;
}

/** A notice for a member of an organization. It has no webhook URL, whose path may be a secret. */
export interface WebhookNotice {
  /** Identifies the message: the same for a repeated call. */
  readonly id: string;
  readonly to: string;
  readonly organization_name: string;
  /** `failing`: every attempt since `failing_since` failed. `recovered`: one succeeded. */
  readonly about: 'failing' | 'recovered';
  readonly failing_since: string;
  /** The address of the webhooks page. */
  readonly url: string;
}

export interface NoticeMailer {
  /** Like SignInMailer.send. */
  sendNotice(notice: WebhookNotice): Promise<'sent' | 'refused'>;
}
