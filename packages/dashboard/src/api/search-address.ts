/** An API key, a signing secret, an access token or a sign-in link. */
const secret = /^(?:sk_|whsec_|adm_|bsl_)/;

/** The address of the search for this text. It never has a secret, because a browser keeps addresses. */
export function searchAddress(text: string): string {
  const q = text.trim();
  if (secret.test(q)) return '/search?refused=secret';
  return q === '' ? '/search' : `/search?q=${encodeURIComponent(q)}`;
}
