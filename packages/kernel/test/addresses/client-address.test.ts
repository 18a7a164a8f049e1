import { expect, it } from 'vitest';
import { createClientAddress } from '../../src/addresses.ts';

/** Returns the client of a request from this address, with this header. */
function find(trusted: readonly string[], peer: string | undefined, forwarded?: string): string | undefined {
  return createClientAddress(trusted)({ peer, forwarded });
}

it.each([
  {
    what: 'ignores the header without trusted proxies',
    trusted: [],
    from: '10.0.0.5',
    header: '203.0.113.7',
    client: '10.0.0.5',
  },
  {
    what: 'ignores the header of another sender',
    trusted: ['10.0.0.5'],
    from: '10.0.0.6',
    header: '203.0.113.7',
    client: '10.0.0.6',
  },
  {
    what: 'reads what a trusted proxy appended',
    trusted: ['10.0.0.5'],
    from: '10.0.0.5',
    header: '203.0.113.7',
    client: '203.0.113.7',
  },
  {
    what: 'reads no entry that the client wrote',
    trusted: ['10.0.0.5'],
    from: '10.0.0.5',
    header: '198.51.100.1, 203.0.113.7',
    client: '203.0.113.7',
  },
  {
    what: 'reads through several proxies',
    trusted: ['10.0.0.0/8'],
    from: '10.0.0.5',
    header: '1.2.3.4, 203.0.113.7,10.1.2.3',
    client: '203.0.113.7',
  },
  {
    what: 'returns the first proxy if all are trusted',
    trusted: ['10.0.0.0/8'],
    from: '10.0.0.5',
    header: '10.1.1.1, 10.1.2.3',
    client: '10.1.1.1',
  },
  {
    what: 'returns the proxy without a header',
    trusted: ['10.0.0.5'],
    from: '10.0.0.5',
    header: undefined,
    client: '10.0.0.5',
  },
  {
    what: 'stops at an entry that is not an address',
    trusted: ['10.0.0.5'],
    from: '10.0.0.5',
    header: 'Ada, unknown',
    client: '10.0.0.5',
  },
  {
    what: 'accepts IPv4 addresses in IPv6 form',
    trusted: ['10.0.0.5'],
    from: '::ffff:10.0.0.5',
    header: '::ffff:203.0.113.7',
    client: '203.0.113.7',
  },
  {
    what: 'accepts an IPv4 network in IPv6 form',
    trusted: ['::ffff:10.0.0.0/104'],
    from: '10.0.0.5',
    header: '203.0.113.7, ::ffff:10.255.0.1',
    client: '203.0.113.7',
  },
  {
    what: 'reads no further than an IPv4 network in IPv6 form',
    trusted: ['::ffff:10.0.0.0/104'],
    from: '11.0.0.5',
    header: '203.0.113.7',
    client: '11.0.0.5',
  },
  {
    what: 'shows them in IPv4 form without proxies too',
    trusted: [],
    from: '::ffff:10.0.0.5',
    header: undefined,
    client: '10.0.0.5',
  },
  {
    what: 'leaves out a port',
    trusted: ['10.0.0.0/8'],
    from: '10.0.0.5',
    header: '203.0.113.7:4711, 10.1.2.3:80',
    client: '203.0.113.7',
  },
  {
    what: 'leaves out the brackets and the port of IPv6',
    trusted: ['fd00::/8'],
    from: 'fd00::5',
    header: '[2001:db8::7]:4711, [fd00::6]',
    client: '2001:db8::7',
  },
  {
    what: 'stops at a short form of an address',
    trusted: ['10.0.0.5'],
    from: '10.0.0.5',
    header: '0xcb007107',
    client: '10.0.0.5',
  },
  { what: 'accepts IPv6', trusted: ['fd00::/8'], from: 'fd00::5', header: '2001:db8::7', client: '2001:db8::7' },
  {
    what: 'returns undefined after the end of the connection',
    trusted: ['10.0.0.5'],
    from: undefined,
    header: '203.0.113.7',
    client: undefined,
  },
])('$what', ({ trusted, from, header, client }) => {
  expect(find(trusted, from, header)).toBe(client);
});

it('reads a bounded number of entries', () => {
  expect(find(['10.0.0.0/8'], '10.0.0.5', `203.0.113.7${', 10.9.9.9'.repeat(16)}`)).toBe('10.9.9.9');
});

it.each(['', 'proxy.internal', '10.0.0.0/40', '10.5', '10.0.0.5:80'])('refuses %j as a proxy', (text) => {
  expect(() => createClientAddress([text])).toThrow('is not an address or a network');
});
