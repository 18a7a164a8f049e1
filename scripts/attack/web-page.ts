/** A web page in the browser of someone whose computer runs the service. It can send requests anywhere and rebind its own name. */
import { request } from 'node:http';
import { listHoles, type Attack } from './attack.ts';
import type { Scene } from './scene.ts';

interface Sent {
  readonly url: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

const origin = 'http://evil.test';
const form = 'application/x-www-form-urlencoded';

/** Servers of this computer that need no API key, with a path that anyone can read and one that changes something. */
const doors = ({ service, sandbox: { service: sandbox } }: Scene) => [
  { url: service.adminUrl, read: '/organizations', change: '/organizations' },
  { url: sandbox.adminUrl, read: '/organizations', change: '/sandbox/clock/advance' },
  { url: sandbox.receiverUrl, read: '/events', change: '/webhooks' },
  { url: service.dashboardUrl, read: '/', change: '/api/organizations' },
  { url: sandbox.dashboardUrl, read: '/', change: '/api/sandbox/clock/advance' },
];

/** Sends a request. A browser sets Host and Origin, which fetch does not let us set. */
async function send({ url, method, path, headers, body = '' }: Sent): Promise<{ status: number; allowed?: string }> {
  const response = Promise.withResolvers<{ status: number; allowed?: string }>();
  const sending = request(url + path, { method, headers, agent: false }, (res) => {
    const allowed = res.headers['access-control-allow-origin'];
    res.resume().once('end', () => response.resolve({ status: res.statusCode ?? 0, ...(allowed && { allowed }) }));
  });
  sending.once('error', () => response.resolve({ status: 0 }));
  sending.end(body);
  return response.promise;
}

// Each server refuses a foreign page with 403 before it reads anything else of the request.

/** A foreign page has no access token, so 401 refuses it as 403 does. */
const isServed = async (sent: Sent) => ![401, 403].includes((await send(sent)).status);
const nameOf = ({ url, method, path }: Sent) => `${method} ${url}${path}`;

export const webPage: readonly Attack[] = [
  {
    attack: 'rebinds its name to this computer and reads or changes',
    expected: 'not refused: none',
    play: async (scene) => {
      const cases = doors(scene).flatMap(({ url, read, change }) =>
        ['evil.test', 'localhost.evil.test', '127.0.0.1.evil.test:80'].flatMap((Host) => [
          { url, method: 'GET', path: read, headers: { Host } },
          {
            url,
            method: 'POST',
            path: change,
            headers: { Host, 'Content-Type': 'application/json' },
            body: '{"ms":60000}',
          },
        ]),
      );
      return `not refused: ${await listHoles(cases, isServed, nameOf)}`;
    },
  },
  {
    attack: 'sends forms and simple requests from its own origin',
    expected: 'not refused: none',
    play: async (scene) => {
      const cases = doors(scene).flatMap(({ url, change }) =>
        [form, 'text/plain', 'application/json'].flatMap((type) =>
          [origin, 'null'].map((Origin) => {
            const headers = { Origin, 'Content-Type': type, 'Sec-Fetch-Site': 'cross-site' };
            return { url, method: 'POST', path: change, headers, body: '{"ms":60000}' };
          }),
        ),
      );
      return `not refused: ${await listHoles(cases, isServed, nameOf)}`;
    },
  },
  {
    attack: 'reads responses from its own origin',
    expected: 'allowed: none',
    play: async (scene) => {
      const urls = [...doors(scene), { url: scene.service.url, read: '/v1/bookings' }];
      const cases = urls.flatMap(({ url, read }) =>
        ['GET', 'OPTIONS'].map((method) => ({
          url,
          method,
          path: read,
          headers: { Origin: origin, 'Access-Control-Request-Method': 'POST' },
        })),
      );
      return `allowed: ${await listHoles(cases, async (sent) => (await send(sent)).allowed !== undefined, nameOf)}`;
    },
  },
  {
    attack: 'shows the dashboard in a frame',
    expected: 'framed: none',
    play: async ({ service, sandbox: { service: sandbox } }) => {
      const isFramed = async (url: string) => {
        const { headers } = await fetch(url);
        return !/frame-ancestors 'none'/.test(headers.get('content-security-policy') ?? '');
      };
      return `framed: ${await listHoles([service.dashboardUrl, sandbox.dashboardUrl], isFramed)}`;
    },
  },
];
