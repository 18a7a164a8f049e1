/** The service as a middleware in an app of Express, and in a server of Connect's kind. */
import { once } from 'node:events';
import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import { expect, it } from 'vitest';
import { createLog, type BookingServer } from '../../src/index.ts';
import { openDocsSite } from '@booking-service/kernel/http';
// @boundaries-ignore a private part of the kernel
import { listen } from '../../../kernel/src/http/http-server.ts';
import { openMounted } from '../support/worlds/hosted-service.ts';
import { newBooking } from '../support/new-booking.ts';

const booking = newBooking({ date: '2026-11-22' });
const json = JSON.stringify(booking);
const type = { 'Content-Type': 'application/json' };

const atBooking = (app: Express, { middleware }: BookingServer) => app.use('/booking', middleware);

/** Sends a request and returns what a test compares. */
async function send(url: string, init: RequestInit = {}) {
  const response = await fetch(url, init);
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
  // The body of the service, of the app or of Express.
  const body = (isJson ? JSON.parse(text) : text) as Record<string, unknown>;
  return { status: response.status, headers: response.headers, body };
}

it('END-3 END-4: creates a booking below the mount path, and its Location leads to it', async () => {
  await using service = await openMounted(atBooking);
  const headers = { Authorization: service.Authorization, ...type };
  const created = await send(`${service.url}/booking/v1/bookings`, { method: 'POST', headers, body: json });
  const location = `/booking/v1/bookings/${String(created.body['id'])}`;
  expect({ status: created.status, location: created.headers.get('location') }).toEqual({ status: 201, location });
  const read = await send(service.url + location, { headers });
  expect(read).toMatchObject({ status: 200, body: { id: created.body['id'] } });
});

it('END-3: uses the whole path below nested routers, in any case', async () => {
  await using service = await openMounted((app, { middleware }) => {
    const router = express.Router();
    router.use('/:tenant/booking', middleware);
    app.use('/api', router);
  });
  const headers = { Authorization: service.Authorization, ...type };
  const url = `${service.url}/API/harbour/booking/v1/bookings`;
  const created = await send(url, { method: 'POST', headers, body: json });
  expect(created.headers.get('location')).toBe(`/API/harbour/booking/v1/bookings/${String(created.body['id'])}`);
});

it('END-3: finds the mount path in a framework that only shortens the URL, like Connect', async () => {
  await using service = await openMounted((app, { middleware }) => {
    app.use((req, res) => {
      // Connect sets originalUrl and no baseUrl.
      const connected = Object.assign(req, { baseUrl: undefined, url: req.url.replace(/^\/booking/, '') });
      middleware(connected, res);
    });
  });
  const headers = { Authorization: service.Authorization, ...type };
  const created = await send(`${service.url}/booking/v1/bookings`, { method: 'POST', headers, body: json });
  expect(created.headers.get('location')).toBe(`/booking/v1/bookings/${String(created.body['id'])}`);
});

it('END-12: passes an unknown path on, and refuses an unknown method of a known path', async () => {
  await using service = await openMounted((app, server) => {
    atBooking(app, server);
    app.get('/booking/menu', (_req, res) => void res.send('today'));
  });
  expect(await send(`${service.url}/booking/menu`)).toMatchObject({ status: 200, body: 'today' });
  expect((await send(`${service.url}/booking/v1/nothing`)).body).toContain('Cannot GET /booking/v1/nothing');
  const refused = await send(`${service.url}/booking/v1/bookings`, { method: 'PUT' });
  expect(refused).toMatchObject({ status: 405, body: { error_code: 'method_not_allowed' } });
  expect(refused.headers.get('allow')).toBe('GET, HEAD, POST');
  const undecodable = await send(`${service.url}/booking/v1/bookings/%zz`);
  expect(undecodable).toMatchObject({ status: 404, body: { error_code: 'not_found' } });
});

it('END-12: refuses an unknown path without a next handler', async () => {
  await using service = await openMounted((app, { middleware }) => app.use((req, res) => middleware(req, res)));
  expect(await send(`${service.url}/nothing`)).toMatchObject({ status: 404, body: { error_code: 'not_found' } });
});

it('AUT-1: leaves the host free to check a request first, also asynchronously', async () => {
  await using service = await openMounted((app, server) => {
    app.use((req, res, next) => {
      setImmediate(() => {
        if (req.get('X-Gate') === 'open') next();
        else res.status(403).send('closed');
      });
    });
    atBooking(app, server);
  });
  const url = `${service.url}/booking/v1/bookings`;
  const headers = { Authorization: service.Authorization, ...type };
  expect(await send(url, { method: 'POST', headers, body: json })).toMatchObject({ status: 403, body: 'closed' });
  const through = await send(url, { method: 'POST', headers: { ...headers, 'X-Gate': 'open' }, body: json });
  expect(through.status).toBe(201);
});

const behindJson = (app: Express, server: BookingServer) => {
  app.use(express.json());
  atBooking(app, server);
};

it('END-12: takes the value that express.json() made of the body, of repeated names the last one', async () => {
  await using service = await openMounted(behindJson);
  const headers = { Authorization: service.Authorization, ...type };
  const body = json.replace('{', '{"party_size":7,');
  const created = await send(`${service.url}/booking/v1/bookings`, { method: 'POST', headers, body });
  expect(created).toMatchObject({ status: 201, body: { party_size: booking.party_size } });
});

it.each([
  { name: 'off the contract', body: json.replace('{', '{"color":"red",'), status: 400, code: 'invalid_request' },
  { name: 'an array', body: '[]', status: 400, code: 'invalid_request' },
  { name: 'missing', body: undefined, status: 400, code: 'invalid_request' },
  {
    name: 'with a lone surrogate',
    body: json.replace('"Ada"', String.raw`"\ud83d"`),
    status: 400,
    code: 'invalid_request',
  },
  { name: 'larger than the contract allows', body: json.padEnd(70_000), status: 413, code: 'payload_too_large' },
])('END-12: refuses a body behind express.json() that is $name', async ({ body, status, code }) => {
  await using service = await openMounted(behindJson);
  const headers = { Authorization: service.Authorization, ...type };
  const init = { method: 'POST', headers, ...(body !== undefined && { body }) };
  const refused = await send(`${service.url}/booking/v1/bookings`, init);
  expect(refused).toMatchObject({ status, body: { error_code: code } });
});

it('END-12: limits a body behind express.json() that came in chunks, without its length', async () => {
  await using service = await openMounted(behindJson);
  const headers = { Authorization: service.Authorization, ...type };
  const body = new Blob([json.replace('{', `{"color":"${'red'.repeat(25_000)}",`)]).stream();
  const init = { method: 'POST', headers, body, duplex: 'half' } as const;
  const refused = await send(`${service.url}/booking/v1/bookings`, init);
  expect(refused).toMatchObject({ status: 413, body: { error_code: 'payload_too_large' } });
});

it('END-12: parses the bytes of express.raw() itself', async () => {
  await using service = await openMounted((app, server) => {
    app.use(express.raw({ type: '*/*' }));
    atBooking(app, server);
  });
  const headers = { Authorization: service.Authorization, ...type };
  const url = `${service.url}/booking/v1/bookings`;
  expect((await send(url, { method: 'POST', headers, body: json })).status).toBe(201);
  const half = await send(url, { method: 'POST', headers, body: '{' });
  expect(half).toMatchObject({ status: 400, body: { error_code: 'invalid_request' } });
  const large = await send(url, { method: 'POST', headers, body: json.padEnd(70_000) });
  expect(large).toMatchObject({ status: 413, body: { error_code: 'payload_too_large' } });
});

it.each([
  { name: 'the text of express.text()', parser: () => express.text({ type: '*/*' }) },
  {
    name: 'the text of a stream with setEncoding',
    parser: (): RequestHandler => (req, _res, next) => {
      req.setEncoding('utf8');
      next();
    },
  },
])('END-12: parses $name itself', async ({ parser }) => {
  await using service = await openMounted((app, server) => {
    app.use(parser());
    atBooking(app, server);
  });
  const headers = { Authorization: service.Authorization, ...type };
  const url = `${service.url}/booking/v1/bookings`;
  const created = await send(url, { method: 'POST', headers, body: json.replace('Ada', 'Ad\u00e4') });
  expect(created).toMatchObject({ status: 201, body: { guest: { first_name: 'Ad\u00e4' } } });
  const half = await send(url, { method: 'POST', headers, body: '{' });
  expect(half).toMatchObject({ status: 400, body: { error: 'The request body is not valid JSON.' } });
  // One byte more than the service accepts, in as many characters.
  const large = await send(url, { method: 'POST', headers, body: json.replace('Ada', '\u00e4').padEnd(65_536) });
  expect(large).toMatchObject({ status: 413, body: { error_code: 'payload_too_large' } });
});

it('END-3: with a base path, serves at the root of an app, and passes other paths on unchanged', async () => {
  await using service = await openMounted(
    (app, { middleware }) => {
      app.use(middleware);
      app.use((req, res) => void res.send(`${req.baseUrl} ${req.url}`));
    },
    { basePath: '/booking' },
  );
  const headers = { Authorization: service.Authorization, ...type };
  const created = await send(`${service.url}/booking/v1/bookings`, { method: 'POST', headers, body: json });
  expect(created.headers.get('location')).toBe(`/booking/v1/bookings/${String(created.body['id'])}`);
  for (const path of ['/menu?x=1', '/booking/menu', '/v1/bookings']) {
    expect((await send(service.url + path)).body).toBe(` ${path}`);
  }
});

it('END-12: reads the body itself if a parser in front sets req.body and leaves the body unread', async () => {
  await using service = await openMounted((app, server) => {
    app.use((req, _res, next) => {
      req.body = {};
      next();
    });
    atBooking(app, server);
  });
  const headers = { Authorization: service.Authorization, ...type };
  const created = await send(`${service.url}/booking/v1/bookings`, { method: 'POST', headers, body: json });
  expect(created.status).toBe(201);
});

it('ERR-7: a body that was read and not kept is a fault of the host, with its reason in the log', async () => {
  const lines: string[] = [];
  const log = createLog({ destination: { write: (line) => void lines.push(line) } });
  await using service = await openMounted(
    (app, server) => {
      app.use((req, _res, next) => {
        req.resume();
        req.once('end', () => next());
      });
      atBooking(app, server);
    },
    { log },
  );
  const headers = { Authorization: service.Authorization, ...type };
  const refused = await send(`${service.url}/booking/v1/bookings`, { method: 'POST', headers, body: json });
  expect(refused).toMatchObject({ status: 500, body: { error_code: 'internal_error' } });
  expect(lines.join('')).toContain('Mount the service before the code that reads it, or use express.json().');
});

it('END-12: mounted before express.json(), leaves the bodies of other routes unread', async () => {
  await using service = await openMounted((app, server) => {
    atBooking(app, server);
    app.post('/booking/menu', express.json(), (req, res) => void res.json(req.body));
  });
  const echoed = await send(`${service.url}/booking/menu`, { method: 'POST', headers: type, body: '{"soup":1}' });
  expect(echoed).toMatchObject({ status: 200, body: { soup: 1 } });
});

it('ERR-1: responds to its errors itself, and never calls the error handler of the app', async () => {
  const seen: unknown[] = [];
  await using service = await openMounted((app, server) => {
    atBooking(app, server);
    // Express recognizes an error handler by its four parameters.
    const handler: ErrorRequestHandler = (error, _req, res, _next) => {
      seen.push(error);
      res.status(500).send('the app');
    };
    app.use(handler);
  });
  const refused = await send(`${service.url}/booking/v1/bookings`, { method: 'POST', headers: type, body: '{' });
  expect(refused).toMatchObject({ status: 401, body: { error: 'unauthorized' } });
  expect(seen).toEqual([]);
});

it('serves a plain server of node:http', async () => {
  const servers: BookingServer[] = [];
  await using service = await openMounted((_app, server) => void servers.push(server));
  const [booked] = servers;
  const plain = createServer((req: IncomingMessage, res) => booked?.middleware(req, res));
  const { url } = await listen(plain, { host: '127.0.0.1', port: 0 });
  const headers = { Authorization: service.Authorization, ...type, Connection: 'close' };
  const created = await send(`${url}/v1/bookings`, { method: 'POST', headers, body: json });
  expect(created.headers.get('location')).toBe(`/v1/bookings/${String(created.body['id'])}`);
  plain.close();
  await once(plain, 'close');
});

it('END-15 ERR-8: serves its docs below the mount path, and leaves the start page to the app', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'booking-docs-'));
  await writeFile(join(folder.path, 'index.html'), '{base_url} {docs_url}');
  await writeFile(join(folder.path, 'service.json'), '{}');
  const docs = await openDocsSite(folder.path);
  await using service = await openMounted(
    (app, server) => {
      atBooking(app, server);
      app.use(server.middleware);
      app.get('/', (_req, res) => void res.send('today'));
    },
    { docs },
  );
  expect((await send(`${service.url}/`)).body).toBe('today');
  const page = await send(`${service.url}/booking/docs`);
  expect(page).toMatchObject({ status: 200, body: `${service.url}/booking ${service.url}/booking/docs` });
  const refused = await send(`${service.url}/booking/v1/bookings`, { method: 'POST' });
  expect(refused.headers.get('link')).toContain('</booking/docs/errors/unauthorized>; rel="help"');
});
