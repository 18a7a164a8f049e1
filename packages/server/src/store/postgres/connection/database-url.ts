/** Whether the text is a URL of PostgreSQL's form. */
export function isDatabaseUrl(text: string): boolean {
  return /^postgres(?:ql)?:\/\/\S+$/.test(text);
}

/** Whether the text holds a password where such a URL has it, even one that is not well-formed. */
export function hasPassword(text: string): boolean {
  return /:.*@|password=/is.test(text.replace(/^\w*:\/*/, ''));
}

/** The URL as a person may see it: without user, password and query. */
export function nameOfDatabase(url: string): string {
  return url.replace(/\?.*$/s, '').replace(/^(\w+:\/\/).*@/s, '$1');
}
