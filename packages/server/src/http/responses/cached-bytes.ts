import type { IncomingMessage } from 'node:http';

/** Returns whether Accept-Encoding lists the coding, or any coding, with a weight above 0. */
export function acceptsCoding(accepted: string | undefined, coding: 'br' | 'gzip'): boolean {
  return (accepted ?? '')
    .split(',')
    .some((each) =>
      new RegExp(`^\\s*(?:${coding}|\\*)\\s*(?:;\\s*q=(?!0(?:\\.0*)?\\s*$)[\\d.]+\\s*)?$`, 'i').test(each),
    );
}

/** Returns whether the client has the bytes of this tag, and accepts them without a reload. */
export function hasCurrent({ headers }: Pick<IncomingMessage, 'headers'>, tag: string): boolean {
  const { 'if-none-match': tags = '', 'cache-control': control = '' } = headers;
  const isNamed = tags.split(',').some((each) => [tag, '*'].includes(each.trim().replace(/^W\//, '')));
  return isNamed && !/(?:^|,)\s*no-cache\s*(?:,|$)/.test(control);
}
