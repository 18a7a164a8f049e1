import { expect, it } from 'vitest';
import { mayHaveCredentials, requireWebhookProxy, serverNameOf, toWebhookProxy } from './webhook-proxy.ts';

const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;

it.each([
  ['http://proxy.test:3128', { protocol: 'http:', host: 'proxy.test', port: 3128, authorization: undefined }],
  ['http://proxy.test', { port: 80 }],
  ['https://proxy.test/', { protocol: 'https:', port: 443 }],
  ['http://[fd00::5]:3128', { host: 'fd00::5', port: 3128 }],
  ['http://user:swordfish@proxy.test:3128', { host: 'proxy.test', authorization: basic('user:swordfish') }],
  ['http://us%40er:s%3Aw%C3%B6rd@proxy.test', { authorization: basic('us@er:s:wörd') }],
  ['http://token@proxy.test', { authorization: basic('token:') }],
])('reads %s', (text, expected) => {
  expect(toWebhookProxy(text)).toMatchObject(expected);
  expect(requireWebhookProxy(text)).toEqual(toWebhookProxy(text));
});

it.each([
  '',
  'proxy.test:3128',
  'proxy.test',
  'ftp://proxy.test',
  'socks5://proxy.test:1080',
  'http://proxy.test:3128/path',
  'http://proxy.test:3128/?key=swordfish',
  'http://proxy.test:3128/#swordfish',
  'http://proxy.test:0',
  'http://proxy.test:65536',
  'http://proxy.test:3128 ',
  'http://proxy\n.test',
  'http://a%3Ab:swordfish@proxy.test',
  'http://user:sword%0D%0Afish@proxy.test',
  'http://user:sword%fish@proxy.test',
])('refuses %j, and the message does not contain it', (text) => {
  expect(toWebhookProxy(text)).toBeUndefined();
  const message =
    'The webhook proxy must be the URL of an HTTP proxy, such as http://proxy.example.com:3128. Its value is not shown, because it may be secret.';
  expect(() => requireWebhookProxy(text)).toThrow(new TypeError(message));
});

it.each([
  'http://user:swordfish@proxy.test:3128',
  'http://token@proxy.test',
  'user:swordfish@proxy.test',
  'user:swordfish',
  'http://user:sword%40proxy.test:3128',
  'http://user:swordfish/proxy.test',
  'http://proxy.test:3128/?key=swordfish',
])('finds that %s may be secret', (text) => expect(mayHaveCredentials(text)).toBe(true));

it.each(['', 'proxy.test:3128', 'http://proxy.test', 'http://proxy.test:3128/', 'https://[fd00::5]:3128', 'ftp://x'])(
  'finds nothing secret in %j',
  (text) => expect(mayHaveCredentials(text)).toBe(false),
);

it('names the proxy in TLS by its name, and not by its address', () => {
  const nameOf = (text: string) => serverNameOf(requireWebhookProxy(text));
  expect(['https://proxy.test', 'https://10.1.0.5', 'https://[fd00::5]'].map(nameOf)).toEqual(['proxy.test', '', '']);
});
