import { lookup } from 'node:dns/promises';
import { isAllowedTarget } from '../domain/check-address.ts';

const longest = 2048;

/**
 * What keeps webhooks from being sent to this URL, as a sentence that names the mend; undefined where they may be (ORG-6).
 * The host's name is resolved. At every delivery the rule is asked again: names come to mean other addresses.
 */
export async function findWebhookUrlFault(
  url: string,
  { allowLoopback }: { allowLoopback: boolean },
): Promise<string | undefined> {
  const target = URL.parse(url);
  const wanted = allowLoopback ? 'an https URL, or an http one of this computer' : 'an https URL';
  if (!target || !['https:', 'http:'].includes(target.protocol)) {
    return `${url} is no URL that webhooks can be sent to: give ${wanted}.`;
  }
  if (url.length > longest) return `The webhook URL has ${url.length} characters: give one of ${longest} at most.`;
  if (target.username !== '' || target.password !== '') {
    return `The webhook URL carries a user name or a password: give it without; its calls are told by their signature.`;
  }
  try {
    const addresses = await lookup(target.hostname.replace(/^\[|\]$/g, ''), { all: true });
    if (isAllowedTarget(target.protocol, addresses, { allowLoopback })) return undefined;
    const where = addresses.map(({ address }) => address).join(', ');
    return `Webhooks are not sent to ${url} (${where}): give ${wanted}${allowLoopback ? '' : ' with a public address'}.`;
  } catch {
    return `The host of ${url} cannot be found: correct its name, or set it up first.`;
  }
}
