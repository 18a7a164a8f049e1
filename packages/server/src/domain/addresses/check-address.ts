import ipaddr from 'ipaddr.js';
import { isInNetworks, toNetwork, type Network } from './network.ts';

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
