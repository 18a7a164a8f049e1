/** The receiver of a customer's webhooks, which responds as it likes. */
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { createHmac } from 'node:crypto';
import {
  type Attack,
  callService,
  type Customer,
  listHoles,
  type Live,
  sandboxBooking,
  supplierSecret,
  tally,
  until,
} from './scene.ts';

interface Receiver extends AsyncDisposable {
  readonly url: string;
  /** The paths of the requests. */
  readonly received: readonly string[];
}

/** Opens a receiver that writes what `respond` says for each request. */
async function openReceiver(respond: (socket: Socket, path: string) => unknown): Promise<Receiver> {
  const received: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    let text = '';
    socket.setEncoding('latin1').on('data', (part: string) => {
      text += part;
      for (let end = endOf(text); end !== -1; end = endOf(text)) {
        const path = /^POST (\S+)/.exec(text)?.[1] ?? '?';
        text = text.slice(end);
        received.push(path);
        respond(socket, path);
      }
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/** The position after the first request; -1 if it is not complete. */
function endOf(text: string): number {
  const head = text.indexOf('\r\n\r\n');
  const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0);
  return head === -1 || text.length < head + 4 + length ? -1 : head + 4 + length;
}

async function bookAs({ service }: Live, { keys }: Customer): Promise<void> {
  const { status } = await callService(service.url, 'POST /v1/bookings', { key: keys.test, body: sandboxBooking() });
  if (status !== 201) throw new Error(`A booking got ${status}.`);
}

/** The deliveries of a customer, as `succeeded after 1` for each, once all of them have ended. */
async function deliveriesOf({ admin }: Live, { organization_id }: Customer): Promise<string[]> {
  interface Listed {
    readonly state: string;
    readonly last_attempt: { readonly attempt: number } | null;
  }
  const read = async () => {
    const { body } = await admin(`GET /organizations/${organization_id}/deliveries?limit=100`);
    // The list of the admin contract.
    return (body as unknown as { data: readonly Listed[] }).data;
  };
  const ended = await until(read, (list) => list.length > 0 && list.every(({ state }) => state !== 'pending'));
  return ended.map(({ state, last_attempt }) => `${state} after ${last_attempt?.attempt}`);
}

const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n';
const rude: Readonly<Record<string, (socket: Socket) => unknown>> = {
  '/hang': () => undefined,
  '/reset': (socket) => socket.resetAndDestroy(),
  '/flood': (socket) => void flood(socket),
  '/endless': (socket) => socket.write('HTTP/1.1 500 No\r\nTransfer-Encoding: chunked\r\n\r\n'),
  '/drip': (socket) => void drip(socket),
};

async function flood(socket: Socket): Promise<void> {
  while (!socket.destroyed) if (!socket.write('HTTP/1.1 100 Continue\r\n\r\n'.repeat(1000))) await pause(10);
}

async function drip(socket: Socket): Promise<void> {
  socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n');
  for (; !socket.destroyed; await pause(500)) socket.write('x');
}

const forbidden = [
  'https://10.0.0.1/',
  'https://127.0.0.1/',
  'https://localhost/',
  'https://169.254.169.254/latest/meta-data/',
  'https://192.168.1.1/',
  'https://[fd00::1]/',
  'https://[::ffff:10.0.0.1]/',
  'https://0x0a000001/',
  'https://167772161/',
  'https://0177.0.0.1.evil.test@10.0.0.1/',
  'https://user:secret@8.8.8.8/',
  'http://8.8.8.8/',
  'ftp://8.8.8.8/',
  'file:///etc/passwd',
];

export const receiver: readonly Attack[] = [
  {
    attack: `asks for webhooks to ${forbidden.length} private, plain or odd addresses`,
    expected: 'accepted: none',
    play: async ({ admin, attacker }) => {
      const path = `/organizations/${attacker.organization_id}/webhook-url`;
      const isAccepted = async (webhook_url: string) => (await admin(`PUT ${path}`, { webhook_url })).status < 400;
      return `accepted: ${await listHoles(forbidden, isAccepted)}`;
    },
  },
  {
    attack: 'redirects a webhook to another port of this computer',
    expected: '0 followed',
    play: async ({ sandbox }) => {
      await using target = await openReceiver((socket) => socket.write(ok));
      const location = `HTTP/1.1 307 Go\r\nLocation: ${target.url}/stolen\r\nContent-Length: 0\r\n\r\n`;
      await using redirecting = await openReceiver((socket) => socket.write(location));
      await bookAs(sandbox, await sandbox.addCustomer({ webhook_url: redirecting.url }));
      await until(
        () => redirecting.received.length,
        (count) => count > 0,
      );
      await pause(500);
      return `${target.received.length} followed`;
    },
  },
  {
    attack: 'responds 204 with a body',
    expected: '2 × succeeded after 1',
    play: async ({ sandbox }) => {
      await using odd = await openReceiver((socket) => socket.write('HTTP/1.1 204 No Content\r\n\r\nreceived'));
      const customer = await sandbox.addCustomer({ webhook_url: odd.url });
      await bookAs(sandbox, customer);
      await until(
        () => odd.received.length,
        (count) => count >= 2,
      );
      return tally(await deliveriesOf(sandbox, customer));
    },
  },
  {
    attack: 'sends a second response on a connection that another organization uses next',
    expected: '40 × succeeded after 1, 0 connections of both',
    play: async ({ sandbox }) => {
      const gone = 'HTTP/1.1 410 Gone\r\nContent-Length: 0\r\n\r\n';
      const pathsOf = new Map<Socket, Set<string>>();
      await using shared = await openReceiver((socket, path) => {
        pathsOf.set(socket, (pathsOf.get(socket) ?? new Set()).add(path));
        socket.write(ok);
        if (path === '/attacker') setTimeout(() => socket.writable && socket.write(gone), 5);
      });
      const [attacker, victim] = [
        await sandbox.addCustomer({ webhook_url: `${shared.url}/attacker` }),
        await sandbox.addCustomer({ webhook_url: `${shared.url}/victim` }),
      ];
      for (let count = 0; count < 20; count += 1) {
        await bookAs(sandbox, attacker);
        await bookAs(sandbox, victim);
      }
      await until(
        () => shared.received.filter((path) => path === '/victim').length,
        (count) => count >= 40,
      );
      const ofBoth = [...pathsOf.values()].filter(({ size }) => size > 1).length;
      return `${tally(await deliveriesOf(sandbox, victim))}, ${ofBoth} connections of both`;
    },
  },
  {
    attack: `hangs, resets, floods and drips, for ${Object.keys(rude).length} organizations; another one gets its webhooks`,
    expected: '20 webhooks',
    play: async ({ sandbox }) => {
      await using hostile = await openReceiver((socket, path) => rude[path]?.(socket));
      await using honest = await openReceiver((socket) => socket.write(ok));
      for (const path of Object.keys(rude)) {
        const customer = await sandbox.addCustomer({ webhook_url: hostile.url + path });
        for (let count = 0; count < 10; count += 1) await bookAs(sandbox, customer);
      }
      const victim = await sandbox.addCustomer({ webhook_url: honest.url });
      for (let count = 0; count < 10; count += 1) await bookAs(sandbox, victim);
      return `${await until(
        () => honest.received.length,
        (count) => count >= 20,
      )} webhooks`;
    },
  },
];

function sign(body: string, { secret = supplierSecret, age_seconds = 0 } = {}): string {
  const at = Math.floor(Date.now() / 1000) - age_seconds;
  return `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`;
}

/** The headers of forged events. Each is refused. */
const forgeries: readonly ((body: string) => string)[] = [
  () => '',
  () => `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}`,
  (body) => sign(body, { secret: 'guessed' }),
  (body) => sign(body, { age_seconds: 400 }),
  (body) => sign(body, { age_seconds: -400 }),
  (body) => sign(`${body} `),
  (body) => sign(body).replace('v1=', 'v0='),
  (body) => sign(body).slice(0, -1),
];

/** An attacker who sends events in the name of a supplier, and a supplier who sends them about bookings of another one. */
export const eventForger: readonly Attack[] = [
  {
    attack: `sends ${forgeries.length} forged events about a booking, and one of another supplier`,
    expected: `${forgeries.length} × 401, 1 × 204, 0 reads`,
    play: async ({ service, suppliers, victim, book }) => {
      const booked = () => suppliers.kind.calls.filter(({ path }) => path === '/bookings/book').length;
      const before = booked();
      const { body: booking } = await book(victim, { supplier: 'kind' });
      await until(booked, (count) => count > before);
      const { organization_id } = victim;
      const event = { operation: 'bookingChanged', event_id: 'evt-1', livemode: true, organization_id };
      const body = JSON.stringify({ ...event, booking_id: booking['id'] });
      const send = async (supplier: string, signature: string) => {
        const headers = { 'Content-Type': 'application/json', 'Service-Signature': signature };
        return (await fetch(`${service.url}/provider-events/${supplier}`, { method: 'POST', headers, body })).status;
      };
      const statuses: number[] = [];
      for (const forge of forgeries) statuses.push(await send('kind', forge(body)));
      statuses.push(await send('texts', sign(body)));
      const countOf = (status: number) => statuses.filter((each) => each === status).length;
      const reads = Object.values(suppliers).flatMap(({ calls }) =>
        calls.filter(({ path }) => path === '/bookings/read'),
      );
      return `${countOf(401)} × 401, ${countOf(204)} × 204, ${reads.length} reads`;
    },
  },
];
