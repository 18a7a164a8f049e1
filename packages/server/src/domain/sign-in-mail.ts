/** A mail with sign-in links of the dashboard, and what sends it. */

/** A link for one organization. */
export interface MailedLink {
  readonly organization_name: string;
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
  readonly expires: string;
}

export interface SignInMailer {
  /** Sends a mail. `refused`: the address can never receive one. Rejects if the mail was not sent for another reason. */
  send(mail: SignInMail): Promise<'sent' | 'refused'>;
}
