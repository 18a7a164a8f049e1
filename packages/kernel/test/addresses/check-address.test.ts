import { expect, it } from 'vitest';
import { isAllowedAddress, isAllowedTarget } from '../../src/addresses.ts';

const loopback = ['127.0.0.1', '127.255.255.254', '::1', '0:0:0:0:0:0:0:1', '::ffff:127.0.0.1', '::ffff:7f00:1'];

const refused = {
  unspecified: ['0.0.0.0', '0.1.2.3', '::', '::ffff:0.0.0.0'],
  private: ['10.0.0.1', '10.255.255.255', '172.16.0.1', '172.31.255.255', '192.168.0.1', 'fc00::1', 'fdff:ffff::1'],
  'link-local': ['169.254.0.1', '169.254.255.255', 'fe80::1', 'febf::1', 'fe80::1%eth0', 'fec0::1'],
  metadata: ['169.254.169.254', '100.100.100.200', '192.0.0.192', 'fd00:ec2::254', '::ffff:169.254.169.254'],
  'carrier-grade NAT': ['100.64.0.1', '100.127.255.255'],
  'v4-mapped private': ['::ffff:10.0.0.1', '::ffff:a00:1', '0:0:0:0:0:ffff:192.168.0.1', '::ffff:100.64.0.1'],
  'v4-compatible': ['::10.0.0.1', '::169.254.169.254', '::93.184.215.14', '::127.0.0.1'],
  NAT64: ['64:ff9b::10.0.0.1', '64:ff9b::a00:1', '64:ff9b::5db8:d70e', '64:ff9b:1::a00:1'],
  '6to4 and Teredo': ['2002:a00:1::', '2002:7f00:1::1', '2002:5db8:d70e::1', '2001::1', '192.88.99.1'],
  'documentation and tests': [
    '192.0.2.1',
    '198.51.100.1',
    '203.0.113.1',
    '198.18.0.1',
    '2001:db8::1',
    '3fff::1',
    '2001:2::1',
  ],
  'multicast, broadcast and reserved': [
    '224.0.0.1',
    '239.255.255.255',
    '240.0.0.1',
    '255.255.255.255',
    'ff02::1',
    '100::1',
  ],
};

const allowed = [
  '93.184.215.14',
  '9.255.255.255',
  '11.0.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '169.253.255.255',
  '192.167.255.255',
  '126.255.255.255',
  '128.0.0.1',
  '2606:2800:220:1:248:1893:25c8:1946',
  '::ffff:93.184.215.14',
];

it.each(loopback)('ORG-6: allows the loopback address %s only if loopback is allowed', (address) => {
  expect(isAllowedAddress(address, { allowLoopback: false })).toBe(false);
  expect(isAllowedAddress(address, { allowLoopback: true })).toBe(true);
});

it.each(Object.entries(refused).flatMap(([kind, addresses]) => addresses.map((address) => ({ kind, address }))))(
  'ORG-6: refuses $address ($kind)',
  ({ address }) => {
    expect(isAllowedAddress(address, { allowLoopback: false })).toBe(false);
    expect(isAllowedAddress(address, { allowLoopback: true })).toBe(false);
  },
);

it.each(allowed)('ORG-6: allows the public address %s', (address) => {
  expect(isAllowedAddress(address, { allowLoopback: false })).toBe(true);
});

// URL writes http://[::127.0.0.1]/ as [::7f00:1], so this form is checked.
it.each(['::7f00:1', '::a00:1', '::a9fe:a9fe'])(
  'ORG-6: refuses %s, a v4-compatible address in hexadecimal',
  (address) => {
    expect(isAllowedAddress(address, { allowLoopback: false })).toBe(false);
  },
);

it("ORG-6: refuses 168.63.129.16, a cloud's public metadata address", () => {
  expect(isAllowedAddress('168.63.129.16', { allowLoopback: false })).toBe(false);
});

it.each(['', 'localhost', '1.2.3.4.5', ':::1'])('ORG-6: refuses %j, which is not an address', (text) => {
  expect(() => isAllowedAddress(text, { allowLoopback: true })).toThrow('ipaddr: the address has neither');
});

it.each(['10.0.0.1', '127.0.0.1', '169.254.169.254', 'fd00:ec2::254'])(
  'ORG-6: allows a name with a public address and %s only if both are allowed, in either order',
  (address) => {
    const addresses = [{ address: '93.184.215.14' }, { address }];
    for (const allowLoopback of [false, true]) {
      const sent = allowLoopback && address === '127.0.0.1';
      expect(isAllowedTarget('https:', addresses, { allowLoopback })).toBe(sent);
      expect(isAllowedTarget('https:', addresses.toReversed(), { allowLoopback })).toBe(sent);
      expect(isAllowedTarget('http:', addresses, { allowLoopback })).toBe(false);
    }
  },
);
