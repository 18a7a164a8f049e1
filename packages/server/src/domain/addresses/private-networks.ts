/** The networks of a company to which webhooks may go, although they are private (ORG-6). */
import type { TargetRules } from './check-address.ts';
import { isInNetworks, isNetwork, toNetwork, type Network } from './network.ts';

/** Which lists of networks are accepted. Completes "It must be …". */
export const privateNetworksExpected =
  'at most 20 networks within 10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16, 100.64.0.0/10 or fc00::/7';

const maxNetworks = 20;

/** The private networks (RFC 1918, RFC 6598, RFC 4193). */
const listable = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', 'fc00::/7'].map(toNetwork);

/**
 * Reads the list. Throws if it is too long, or if a network is not within one of the private networks. Loopback, link-local and public
 * networks cannot be listed.
 */
export function toPrivateNetworks(texts: readonly string[]): readonly Network[] {
  if (arePrivateNetworks(texts)) return texts.map(toNetwork);
  throw new TypeError(`The private networks of webhooks must be ${privateNetworksExpected}, not ${texts.join(', ')}.`);
}

/** Returns whether the list is accepted. */
export function arePrivateNetworks(texts: readonly string[]): boolean {
  return texts.length <= maxNetworks && texts.every(isPrivateNetwork);
}

/** Returns the rules for these options. Throws as toPrivateNetworks does. */
export function toTargetRules(options: {
  readonly allowLoopbackWebhooks: boolean;
  readonly webhookPrivateNetworks?: readonly string[] | undefined;
}): TargetRules {
  const { allowLoopbackWebhooks, webhookPrivateNetworks = [] } = options;
  return { allowLoopback: allowLoopbackWebhooks, privateNetworks: toPrivateNetworks(webhookPrivateNetworks) };
}

function isPrivateNetwork(text: string): boolean {
  if (!isNetwork(text) || text.includes('%')) return false;
  const [address, bits] = toNetwork(text);
  return listable.some((range) => bits >= range[1] && isInNetworks(address, [range]));
}
