/** Whether the text is a URL of PostgreSQL's form. */
export function isDatabaseUrl(text: string): boolean {
  return /^postgres(?:ql)?:\/\/\S+$/.test(text);
}

/** Whether the URL holds a password. */
export function hasPassword(url: string): boolean {
  return /^\w+:\/\/[^@]*:.*@/s.test(url) || /[?&]password=/.test(url);
}

/** The URL as a person may see it: without user, password and query. */
export function nameOfDatabase(url: string): string {
  return url.replace(/\?.*$/s, '').replace(/^(\w+:\/\/).*@/s, '$1');
}
