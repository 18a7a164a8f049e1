/** An API key, a signing secret, an access token or a sign-in link. */
const secret = /^(?:sk_|whsec_|adm_|bsl_)/;
const email = /^[^@\s]+@[^@\s]+\.[^@\s]+$/;
const phone = /^\+[1-9]\d{6,14}$/;
/** The characters that people write between the digits of a phone number. */
const separators = /[\s()./-]/g;

/** Returns the e-mail address, or the phone number without its separators; undefined if the text is neither. */
export function findContact(text: string): string | undefined {
  if (email.test(text)) return text;
  const number = text.replaceAll(separators, '');
  return phone.test(number) ? number : undefined;
}

/** The address of the search for this text. It has neither a secret nor a contact, because a browser keeps addresses. */
export function searchAddress(text: string): string {
  const q = text.trim();
  if (secret.test(q)) return '/search?refused=secret';
  if (findContact(q) !== undefined) return '/search?refused=contact';
  return q === '' ? '/search' : `/search?q=${encodeURIComponent(q)}`;
}
