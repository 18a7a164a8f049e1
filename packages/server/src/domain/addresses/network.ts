import ipaddr from 'ipaddr.js';

type Address = ReturnType<typeof ipaddr.process>;

/** The first address of a network, or any other of it, and the length of its prefix in bits. */
export type Network = readonly [Address, number];

/** The bits before the IPv4 address in an IPv4-mapped IPv6 address, ::ffff:0:0/96. */
const mappedBits = 96;

/** Returns whether the text is an address. Short forms of IPv4, such as 10.1 and 0x7f000001, are refused. */
export function isAddress(text: string): boolean {
  return ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);
}

/** Returns whether the text is an address or a network. Short forms such as 10.1/16 are refused: they mean 10.0.0.1/16. */
export function isNetwork(text: string): boolean {
  const { IPv4, IPv6 } = ipaddr;
  return isAddress(text) || IPv4.isValidCIDRFourPartDecimal(text) || IPv6.isValidCIDR(text);
}

/** Reads an address, or a network such as 10.0.0.0/8. IPv4 in IPv6 form, ::ffff:10.0.0.0/104, is the IPv4 network. Throws if it is neither. */
export function toNetwork(text: string): Network {
  if (!isNetwork(text)) {
    throw new TypeError(
      `${JSON.stringify(text)} is not an address or a network. Write, for example, 10.0.0.5 or 10.0.0.0/8.`,
    );
  }
  if (ipaddr.isValidCIDR(text)) {
    const [network, bits] = ipaddr.parseCIDR(text);
    return isMapped(network) && bits >= mappedBits ? [network.toIPv4Address(), bits - mappedBits] : [network, bits];
  }
  const address = ipaddr.process(text);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}

/** Returns whether one of the networks contains the address. */
export function isInNetworks(address: Address, networks: readonly Network[]): boolean {
  return networks.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits));
}

function isMapped(address: Address | ipaddr.IPv6): address is ipaddr.IPv6 {
  return 'isIPv4MappedAddress' in address && address.isIPv4MappedAddress();
}
