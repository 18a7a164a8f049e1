/** Returns whether the text has the form of a PostgreSQL URL. */
export function isDatabaseUrl(text: string): boolean {
  return /^postgres(?:ql)?:\/\/\S+$/.test(text);
}

/** Returns whether the text has a password in the place of a URL's password. The URL may be malformed. */
export function hasPassword(text: string): boolean {
  return /:.*@|password=/is.test(text.replace(/^\w*:\/*/, ''));
}

/** Returns the URL without user, password and query, so that messages can show it. */
export function nameOfDatabase(url: string): string {
  return url.replace(/\?.*$/s, '').replace(/^(\w+:\/\/).*@/s, '$1');
}
