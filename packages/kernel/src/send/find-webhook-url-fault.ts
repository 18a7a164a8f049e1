import { isAllowedTarget, type TargetRules } from '../addresses.ts';
import { resolveHost, type Resolve } from './resolve-host.ts';

const maxLength = 2048;
/** A message shows no more of a URL. */
const maxShown = 200;

/**
 * Returns why webhooks cannot be sent to this URL, as a sentence with the fix, or undefined if they can (ORG-6). It resolves
 * the host name. Every delivery applies the rule again, because a name can resolve to another address later.
 */
export async function findWebhookUrlFault(
  url: string,
  { resolve = resolveHost, ...rules }: TargetRules & { readonly resolve?: Resolve },
): Promise<string | undefined> {
  const target = URL.parse(url);
  const shown = url.length > maxShown ? `${url.slice(0, maxShown)}…` : url;
  const { allowLoopback, privateNetworks = [] } = rules;
  const allowed = allowLoopback ? 'an https URL, or an http URL of this computer' : 'an https URL';
  if (!target || !['https:', 'http:'].includes(target.protocol)) {
    return `Webhooks cannot be sent to ${shown}. Use ${allowed}.`;
  }
  if (url.length > maxLength) return `The webhook URL has ${url.length} characters. Use at most ${maxLength}.`;
  if (target.username !== '' || target.password !== '') {
    return `The webhook URL contains a user name or a password. Remove them, and verify the signature of each webhook instead.`;
  }
  try {
    const addresses = await resolve(target.hostname.replace(/^\[|\]$/g, ''));
    if (isAllowedTarget(target.protocol, addresses, rules)) return undefined;
    const where = addresses.map(({ address }) => address).join(', ');
    const orListed = privateNetworks.length > 0 ? ', or with one in a private network that this service allows' : '';
    const kind = allowLoopback ? '' : ` with a public address${orListed}`;
    return `Webhooks are not sent to ${shown} (${where}). Use ${allowed}${kind}.`;
  } catch {
    return `The host of ${shown} cannot be found. Check its name and its DNS record.`;
  }
}
