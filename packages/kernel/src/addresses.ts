import ipaddr from 'ipaddr.js';

type ParsedAddress = ReturnType<typeof ipaddr.process>;

/** The first address of a network, or any other of it, and the length of its prefix in bits. */
export type Network = readonly [ParsedAddress, number];

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
export function isInNetworks(address: ParsedAddress, networks: readonly Network[]): boolean {
  return networks.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits));
}

function isMapped(address: ParsedAddress | ipaddr.IPv6): address is ipaddr.IPv6 {
  return 'isIPv4MappedAddress' in address && address.isIPv4MappedAddress();
}

/** An IP address. `family` is 4 or 6. */
export interface Address {
  readonly address: string;
  readonly family: number;
}

/** Which addresses webhooks may go to, besides public ones (ORG-6). */
export interface TargetRules {
  /** Allows loopback, over http too. */
  readonly allowLoopback: boolean;
  /** Allows these networks, over https; see toPrivateNetworks. Default: none. */
  readonly privateNetworks?: readonly Network[] | undefined;
}

/**
 * Addresses outside of link-local at which clouds serve metadata and credentials: Azure, Alibaba Cloud, AWS (instance metadata and EKS),
 * Google Cloud and Scaleway. They are refused even in a listed private network.
 */
const metadata = ['168.63.129.16', '100.100.100.200', 'fd00:ec2::/32', 'fd20:ce::254', 'fd00:42::42'].map(toNetwork);

/** The only IPv6 range for global unicast (RFC 4291). */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/** A v4-compatible IPv6 address, such as ::10.0.0.1. ipaddr.js reads it as the IPv4 address, but a connection would go to the IPv6 address. */
const v4Compatible = /^::\d+\.\d+\.\d+\.\d+$/;

/** Returns whether the address is one of this computer. */
export function isLoopback(address: string): boolean {
  return ipaddr.process(address).range() === 'loopback';
}

/** Returns whether webhooks may go to this address: a public one, or one that the rules allow (ORG-6). */
export function isAllowedAddress(address: string, { allowLoopback, privateNetworks = [] }: TargetRules): boolean {
  const parsed = ipaddr.process(address);
  if (v4Compatible.test(address)) return false;
  if (parsed.range() === 'loopback') return allowLoopback;
  if (isInNetworks(parsed, metadata)) return false;
  if (isInNetworks(parsed, privateNetworks)) return true;
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' || parsed.match(globalUnicast);
}

/**
 * Returns whether webhooks may go to a URL with this protocol, whose host has these addresses (ORG-6). Every address must be allowed.
 * The protocol must be https, or http if all addresses are loopback.
 */
export function isAllowedTarget(
  protocol: string,
  addresses: readonly { readonly address: string }[],
  rules: TargetRules,
): boolean {
  const onlyLoopback = addresses.every(({ address }) => isLoopback(address));
  if (protocol !== 'https:' && !(protocol === 'http:' && onlyLoopback)) return false;
  return addresses.every(({ address }) => isAllowedAddress(address, rules));
}

/* The networks of a company to which webhooks may go, although they are private (ORG-6). */

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

/** Returns whether a host of a URL or of a Host header, in lower case and without its port, is a name of this computer. */
export function isLoopbackHost(host: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(host);
}

/*
 * The address of the client of a request, for the log.
 *  - Without trusted proxies it is the other end of the connection. X-Forwarded-For is ignored, because any client can send it.
 *  - A trusted proxy appends the address that it received the request from. So the header is read from its end, as long as the address that
 *    appended an entry is trusted. What a client wrote there itself comes before that, and is never read.
 */

/** The addresses on the way of a request. */
interface RequestWay {
  /** The other end of the connection; undefined once the connection is closed. */
  readonly peer: string | undefined;
  /** The header X-Forwarded-For. */
  readonly forwarded: string | readonly string[] | undefined;
}

/** The maximum number of proxies on the way of a request. */
const maxHops = 16;

/** Creates the search for these proxies: addresses, and networks such as 10.0.0.0/8. Throws if one is neither. */
export function createClientAddress(trustedProxies: readonly string[]): (way: RequestWay) => string | undefined {
  const networks = trustedProxies.map(toNetwork);

  return ({ peer, forwarded = '' }) => {
    if (peer === undefined || networks.length === 0) return peer?.replace(/^::ffff:(?=.*\.)/, '');
    const entries = String(forwarded).split(',');
    let client = ipaddr.process(peer);
    for (let hops = 0; hops < maxHops && isInNetworks(client, networks); hops += 1) {
      const entry = withoutPort(entries.pop()?.trim() ?? '');
      if (!isAddress(entry)) break;
      client = ipaddr.process(entry);
    }
    return client.toString();
  };
}

/** Returns what counts as one client: an IPv4 address, or the /64 network of an IPv6 address, which one subscriber has. */
export function toSource(address: string): string {
  const parsed = ipaddr.process(address);
  return parsed.kind() === 'ipv4' ? parsed.toString() : parsed.toNormalizedString().split(':').slice(0, 4).join(':');
}

/** Removes the port that some proxies append: 203.0.113.7:4711 or [2001:db8::7]:4711. */
function withoutPort(entry: string): string {
  return entry.replace(/^\[([^\]]*)\](?::\d{1,5})?$|^([\d.]+):\d{1,5}$/, '$1$2');
}
