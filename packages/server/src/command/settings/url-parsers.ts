/** The parsers of settings that are one URL. */
import { isLoopbackHost } from '../../domain/addresses.ts';
import { mayHaveCredentials, toWebhookProxy, webhookProxyExpected } from '../../worker/send/webhook-proxy.ts';
import type { ValueParser } from './value-parser.ts';

export const alertUrl: ValueParser<string> = {
  expected: 'an http or https URL without a user name',
  parse(text) {
    const url = URL.parse(text);
    return url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '' ? text : undefined;
  },
};

/** The value is the origin. A browser keeps the session only for https and for this computer. */
export const dashboardOrigin: ValueParser<string> = {
  expected: 'an https URL without a path, or an http URL of this computer',
  parse(text) {
    const url = URL.parse(text);
    if (!url || url.href !== `${url.origin}/`) return undefined;
    return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackHost(url.hostname))
      ? url.origin
      : undefined;
  },
};

export const webhookProxy: ValueParser<string> & { readonly isSecret: (text: string) => boolean } = {
  expected: webhookProxyExpected,
  parse: (text) => (toWebhookProxy(text) ? text : undefined),
  isSecret: mayHaveCredentials,
};
