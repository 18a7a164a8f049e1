/** Forbidden webhook addresses are refused when the URL is set and at every attempt (ORG-6). */
import { expect, it } from 'vitest';
import { findWebhookUrlFault } from '@booking-service/kernel/http';
import { safePost } from '../../../kernel/src/send/safe-post.ts';

const hostile = {
  'plain http': ['http://93.184.215.14/', 'http://[2606:2800:220:1:248:1893:25c8:1946]/'],
  'another scheme': ['ftp://93.184.215.14/', 'file:///etc/passwd', 'gopher://127.0.0.1:25/', 'ws://93.184.215.14/'],
  loopback: ['https://127.0.0.1/', 'https://localhost/', 'https://[::1]/', 'https://127.255.255.254:8443/'],
  unspecified: ['https://0.0.0.0/', 'https://[::]/', 'https://0/'],
  private: ['https://10.0.0.1/', 'https://172.16.0.1/', 'https://192.168.1.1/', 'https://[fc00::1]/'],
  'link-local': ['https://169.254.10.10/', 'https://[fe80::1]/'],
  metadata: ['https://169.254.169.254/latest/meta-data/', 'https://[fd00:ec2::254]/', 'https://168.63.129.16/'],
  'carrier-grade NAT': ['https://100.64.0.1/', 'https://100.127.255.255/'],
  'v4-mapped IPv6': ['https://[::ffff:10.0.0.1]/', 'https://[::ffff:a00:1]/', 'https://[::ffff:169.254.169.254]/'],
  '6to4': ['https://[2002:a00:1::]/', 'https://[2002:7f00:1::1]/'],
  NAT64: ['https://[64:ff9b::a00:1]/', 'https://[64:ff9b:1::a00:1]/'],
  'decimal hosts': ['https://167772161/', 'https://2130706433/', 'https://2852039166/'],
  'octal hosts': ['https://012.0.0.1/', 'https://0300.0250.1.1/', 'https://017700000001/'],
  'hexadecimal hosts': ['https://0x7f.1/', 'https://0x7f000001/', 'https://0xa9fea9fe/'],
  'short hosts': ['https://127.1/', 'https://10.1/'],
  userinfo: ['https://user@93.184.215.14/', 'https://user:word@93.184.215.14/', 'https://93.184.215.14%40@10.0.0.1/'],
  documentation: ['https://192.0.2.1/', 'https://198.51.100.1/', 'https://[2001:db8::1]/'],
  'multicast and reserved': ['https://224.0.0.1/', 'https://255.255.255.255/', 'https://[ff02::1]/'],
};

const body = Buffer.from('{}');
const rows = Object.entries(hostile).flatMap(([kind, urls]) => urls.map((url) => ({ kind, url })));

it.each(rows)('ORG-6: refuses $url ($kind) when it is set and at an attempt', async ({ url }) => {
  expect(await findWebhookUrlFault(url, { allowLoopback: false })).toMatch(/^[^\n]+\.$/);
  expect(await safePost({ url, organization_id: 'org_test', headers: {}, body, allowLoopback: false })).toEqual({
    error: 'address_refused',
    cause: 'address_refused',
  });
});
