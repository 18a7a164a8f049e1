import ipaddr from 'ipaddr.js';

/** Whether webhooks may go to this address: a public one, or loopback where `allowLoopback` says so (ORG-6). */
export function isAllowedAddress(address: string, { allowLoopback }: { allowLoopback: boolean }): boolean {
  const range = ipaddr.process(address).range();
  return range === 'unicast' || (allowLoopback && range === 'loopback');
}
