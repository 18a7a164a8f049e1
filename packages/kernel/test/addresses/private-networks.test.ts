/** Private networks that webhooks may go to: which can be listed, and which addresses a list allows (ORG-6). */
import { expect, it } from 'vitest';
import { isAllowedAddress, isAllowedTarget, toPrivateNetworks } from '../../src/addresses.ts';

/** Every network that can be listed. */
const all = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', 'fc00::/7'];

function rules(networks: readonly string[]) {
  return { allowLoopback: false, privateNetworks: toPrivateNetworks(networks) };
}

it.each([
  {
    network: '10.1.0.0/16',
    inside: ['10.1.0.0', '10.1.255.255', '::ffff:10.1.2.3'],
    outside: ['10.0.255.255', '10.2.0.0'],
  },
  { network: '10.0.0.0/8', inside: ['10.255.0.1'], outside: ['172.16.0.1', '192.168.0.1', 'fd00::1', '::10.0.0.1'] },
  { network: '::ffff:10.1.0.0/112', inside: ['10.1.255.255', '::ffff:10.1.2.3'], outside: ['10.2.0.0', 'fd00::1'] },
  { network: '172.16.0.0/12', inside: ['172.31.255.255'], outside: ['10.0.0.1', '192.168.0.1'] },
  { network: '192.168.7.0/24', inside: ['192.168.7.9'], outside: ['192.168.8.0', '64:ff9b::192.168.7.9'] },
  { network: '100.64.0.0/10', inside: ['100.64.0.1', '100.127.255.255'], outside: ['10.64.0.1'] },
  { network: '10.1.2.3', inside: ['10.1.2.3'], outside: ['10.1.2.4'] },
  {
    network: 'fd12::/16',
    inside: ['fd12::1', 'fd12:ffff::1'],
    outside: ['fd13::1', 'fe80::1', '10.1.0.1', '2002:a01:1::'],
  },
  { network: 'fd12::5', inside: ['fd12::5'], outside: ['fd12::6'] },
])('ORG-6: $network allows the addresses in it and no other private one', ({ network, inside, outside }) => {
  for (const address of inside) expect([address, isAllowedAddress(address, rules([network]))]).toEqual([address, true]);
  for (const address of outside)
    expect([address, isAllowedAddress(address, rules([network]))]).toEqual([address, false]);
});

it.each([
  '127.0.0.1',
  '::1',
  '::ffff:127.0.0.1',
  '0.0.0.0',
  '::',
  '::ffff:0.0.0.0',
  '169.254.169.254',
  '::ffff:169.254.169.254',
  '169.254.170.2',
  '169.254.0.1',
  'fe80::1',
  'fec0::1',
  '100.100.100.200',
  '::ffff:100.100.100.200',
  'fd00:ec2::254',
  'fd00:ec2::23',
  'fd00:0ec2:0:0::254',
  'fd20:ce::254',
  'fd00:42::42',
  '168.63.129.16',
  '192.0.0.192',
  '224.0.0.1',
  '239.1.1.1',
  '255.255.255.255',
  'ff02::1',
  'ff05::1',
  '64:ff9b::10.0.0.1',
  '2002:a00:1::',
  '::10.0.0.1',
  '192.0.2.1',
  '2001:db8::1',
])('ORG-6: refuses %s although every private network is listed', (address) => {
  expect(isAllowedAddress(address, rules(all))).toBe(false);
});

it('ORG-6: sends to a listed private network over https only', () => {
  const [listed, open, other] = [{ address: '10.1.0.5' }, { address: '93.184.215.14' }, { address: '10.2.0.5' }];
  const given = rules(['10.1.0.0/16']);
  expect(isAllowedTarget('https:', [listed], given)).toBe(true);
  expect(isAllowedTarget('https:', [listed, open], given)).toBe(true);
  expect(isAllowedTarget('https:', [listed, other], given)).toBe(false);
  for (const allowLoopback of [false, true]) {
    expect(isAllowedTarget('http:', [listed], { ...given, allowLoopback })).toBe(false);
    expect(isAllowedTarget('http:', [listed, { address: '127.0.0.1' }], { ...given, allowLoopback })).toBe(false);
  }
});

it.each([
  '8.8.8.0/24',
  '0.0.0.0/0',
  '::/0',
  '10.0.0.0/7',
  '172.16.0.0/11',
  '172.32.0.0/12',
  '100.128.0.0/16',
  '192.169.0.0/16',
  '127.0.0.0/8',
  '127.0.0.1',
  '::1',
  '169.254.0.0/16',
  '0.0.0.0/8',
  '224.0.0.0/4',
  'fe80::/10',
  'ff00::/8',
  '2000::/3',
  'fc00::/6',
  '::ffff:10.0.0.0/103',
  '::ffff:8.8.8.0/120',
  '::ffff:127.0.0.0/104',
  '::ffff:0:0/96',
  '64:ff9b::/96',
  '10.1/16',
  '10',
  '012.0.0.0/8',
  '0xa.0.0.0/8',
  '10.0.0.0/33',
  '10.0.0.0/-1',
  '10.0.0.0/',
  'fd12::/129',
  'fd12::1%eth0/16',
  'receiver.test',
  '',
])('ORG-6: %j cannot be listed', (network) => {
  expect(() => toPrivateNetworks(['10.1.0.0/16', network])).toThrow(
    'The private networks of webhooks must be at most 20 networks within 10.0.0.0/8,',
  );
});

it('ORG-6: lists at most 20 networks', () => {
  const networks = Array.from({ length: 21 }, (_each, index) => `10.${index}.0.0/16`);
  expect(toPrivateNetworks(networks.slice(1))).toHaveLength(20);
  expect(() => toPrivateNetworks(networks)).toThrow('at most 20 networks');
});
