import ipaddr from 'ipaddr.js';

/** Addresses in public space that clouds answer their own metadata and agent calls on. */
const metadataAddresses: ReadonlySet<string> = new Set(['168.63.129.16']);

/** The only IPv6 space that is handed out as global unicast (RFC 4291). */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/** Whether webhooks may go to this address: a public one, or loopback where `allowLoopback` says so (ORG-6). */
export function isAllowedAddress(address: string, { allowLoopback }: { allowLoopback: boolean }): boolean {
  const parsed = ipaddr.process(address);
  if (parsed.range() === 'loopback') return allowLoopback;
  if (parsed.range() !== 'unicast' || metadataAddresses.has(parsed.toString())) return false;
  return parsed.kind() === 'ipv4' || parsed.match(globalUnicast);
}

/**
 * Whether webhooks may go to a URL of this protocol whose host has these addresses (ORG-6): https, or http where they are
 * all loopback, and each of them allowed.
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
