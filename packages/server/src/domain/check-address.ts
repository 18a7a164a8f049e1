import ipaddr from 'ipaddr.js';

/** An IP address. `family` is 4 or 6. */
export interface Address {
  readonly address: string;
  readonly family: number;
}

/** Public addresses at which clouds serve their metadata. */
const metadataAddresses: ReadonlySet<string> = new Set(['168.63.129.16']);

/** The only IPv6 range for global unicast (RFC 4291). */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/** Returns whether webhooks may go to this address: a public one, or loopback if `allowLoopback` is set (ORG-6). */
export function isAllowedAddress(address: string, { allowLoopback }: { allowLoopback: boolean }): boolean {
  const parsed = ipaddr.process(address);
  if (parsed.range() === 'loopback') return allowLoopback;
  if (parsed.range() !== 'unicast' || metadataAddresses.has(parsed.toString())) return false;
  return parsed.kind() === 'ipv4' || parsed.match(globalUnicast);
}

/**
 * Returns whether webhooks may go to a URL with this protocol, whose host has these addresses (ORG-6). Every address must be allowed.
 * The protocol must be https, or http if all addresses are loopback.
 */
export function isAllowedTarget(
  protocol: string,
  addresses: readonly { readonly address: string }[],
  options: { allowLoopback: boolean },
): boolean {
  const onlyLoopback = addresses.every(({ address }) => !isAllowedAddress(address, { allowLoopback: false }));
  if (protocol !== 'https:' && !(protocol === 'http:' && onlyLoopback)) return false;
  return addresses.every(({ address }) => isAllowedAddress(address, options));
}
