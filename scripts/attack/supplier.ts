/** A supplier, or an attacker between it and the service, which responds as it likes. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { type Attack, callService, openLive, until } from './scene.ts';

const products = 40_000;
const held = 'no other request waits for more than 15 % of it';

/** A supplier that speaks OCTO and has 40,000 products. Parsing them in one turn of the event loop would stop everything else. */
const findProductsInTurns: Attack = {
  attack: `lists ${products.toLocaleString('en-US')} products over OCTO; another caller sends requests`,
  expected: held,
  play: async () => {
    const product = (index: number) => ({
      id: `p${index}`,
      internalName: `Tour ${index}`,
      timeZone: 'Europe/Lisbon',
      availabilityType: 'START_TIME',
      instantConfirmation: true,
      description: 'x'.repeat(350),
      options: [{ id: 'DEFAULT', units: [{ id: 'adult' }] }],
    });
    const text = JSON.stringify(Array.from({ length: products }, (_, index) => product(index)));
    const server = createServer((_req, res) => {
      res.writeHead(200, { 'Content-Type': 'application/json', 'Octo-Capabilities': 'octo/content' });
      res.end(text);
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    // A server that listens on a port has an address of this form.
    const { port } = server.address() as AddressInfo;
    await using opened = new AsyncDisposableStack();
    opened.defer(() => void server.close());
    opened.defer(() => server.closeAllConnections());
    const entry = `  - { name: tours, type: octo, url: 'http://127.0.0.1:${port}', token: { env: ATTACK_SUPPLIER_SECRET } }`;
    const live = opened.use(await openLive([entry]));
    const key = (await live.addCustomer()).keys.live;
    const begun = performance.now();
    const searching = callService(live.service.url, 'POST /v1/venues/search', { key, body: {} });
    const ended = searching.then(
      () => 'ended',
      () => 'ended',
    );
    let longest = 0;
    while ((await Promise.race([ended, nextTurn('running')])) === 'running') {
      const sent = performance.now();
      await callService(live.service.url, 'GET /v1/bookings/bkg_none', { key });
      longest = Math.max(longest, performance.now() - sent);
    }
    // Both grow on a busy computer.
    const share = longest / (performance.now() - begun);
    const { body } = await searching;
    // The list of the contract, unless the search was refused.
    const { data = [] } = body as { data?: readonly unknown[] };
    return data.length > 0 && share < 0.15
      ? held
      : `${data.length} venues; a request waited ${(share * 100).toFixed(0)} %`;
  },
};

const json = (res: ServerResponse, status: number, text: string) =>
  res.writeHead(status, { 'Content-Type': 'application/json' }).end(text);
const confirmed = '{"outcome":"confirmed","confirmation_code":"STOLEN"}';

/** Responses to `book`. None of them confirms a booking. */
const wrongResponses: readonly (readonly [string, (res: ServerResponse) => unknown])[] = [
  ['no JSON', (res) => json(res, 200, confirmed.slice(0, -1))],
  ['another outcome', (res) => json(res, 200, '{"outcome":"CONFIRMED","confirmation_code":"STOLEN"}')],
  ['no code', (res) => json(res, 200, '{"outcome":"confirmed"}')],
  ['a code of 100,000 characters', (res) => json(res, 200, confirmed.replace('STOLEN', 'x'.repeat(100_000)))],
  ['status 500', (res) => json(res, 500, confirmed)],
  ['status 404', (res) => json(res, 404, confirmed)],
  ['HTML', (res) => res.writeHead(200, { 'Content-Type': 'text/html' }).end('<p>confirmed</p>')],
  ['a list', (res) => json(res, 200, `[${confirmed}]`)],
  ['2 MB', (res) => json(res, 200, confirmed.padEnd(2_000_000))],
  ['a body without end', (res) => void res.writeHead(200, { 'Content-Type': 'application/json' }).write('{"outcome":')],
  [
    'half a length',
    (res) => res.writeHead(200, { 'Content-Length': 500 }).write(confirmed) && res.socket?.destroySoon(),
  ],
];
const surrogate = String.raw`Caf\ud800`;

export const supplier: readonly Attack[] = [
  {
    attack: `responds to book in ${wrongResponses.length} ways that its contract forbids`,
    expected: 'confirmed: none',
    play: async ({ suppliers: { answers }, addCustomer, book, service }) => {
      const called = new Set<number>();
      answers.misbehave(({ path, body }, res) => {
        const size = (body['booking'] as { party_size?: number } | undefined)?.party_size ?? 0;
        const [, respond] = wrongResponses[size - 1] ?? [];
        if (path !== '/bookings/book' || !respond) return false;
        called.add(size);
        respond(res);
        return true;
      });
      const made: { name: string; id: unknown; key: string; party_size: number }[] = [];
      for (const [index, [name]] of wrongResponses.entries()) {
        // One organization each, so that no failure stops the next create.
        const customer = await addCustomer();
        const { body } = await book(customer, { supplier: 'answers', party_size: index + 1 });
        made.push({ name, id: body['id'], key: customer.keys.live, party_size: index + 1 });
      }
      await until(
        () => made.filter(({ id, party_size }) => id !== undefined && !called.has(party_size)).length,
        (count) => count === 0,
      );
      await pause(500);
      const wrong: string[] = [];
      for (const { name, id, key } of made.filter((each) => each.id !== undefined)) {
        const { body } = await callService(service.url, `GET /v1/bookings/${String(id)}`, { key });
        if (body['status'] === 'confirmed') wrong.push(name);
      }
      return `confirmed: ${wrong.join('; ') || 'none'}`;
    },
  },
  {
    attack: 'redirects book to another address of the network',
    expected: '0 followed',
    play: async ({ suppliers: { redirects, kind }, victim, book }) => {
      const redirected = () => redirects.calls.filter(({ path }) => path === '/bookings/book').length;
      redirects.misbehave(({ path }, res) => {
        if (path !== '/bookings/book') return false;
        res.writeHead(307, { Location: `${kind.url}/bookings/stolen` }).end();
        return true;
      });
      await book(victim, { supplier: 'redirects' });
      await until(redirected, (count) => count > 0);
      await pause(500);
      return `${kind.calls.filter(({ path }) => path === '/bookings/stolen').length} followed`;
    },
  },
  {
    attack: 'sends lone surrogates as names and codes',
    expected: 'passed on: none',
    play: async ({ suppliers: { texts }, addCustomer, book, service }) => {
      texts.misbehave(({ path }, res) => {
        const venue = `{"id":"ven_texts_one","name":"${surrogate}","city":"Ghent","country":"BE"}`;
        if (path === '/venues/search')
          json(res, 200, `{"object":"list","data":[${venue}],"has_more":false,"next_cursor":null}`);
        else if (path === '/bookings/book') json(res, 200, confirmed.replace('STOLEN', surrogate));
        else return false;
        return true;
      });
      const key = (await addCustomer()).keys.live;
      const { body } = await book({ ...(await addCustomer()), keys: { live: key, test: key } }, { supplier: 'texts' });
      await until(
        () => texts.calls.filter(({ path }) => path === '/bookings/book').length,
        (count) => count > 0,
      );
      await pause(500);
      const read = [
        ['a venue', callService(service.url, 'POST /v1/venues/search', { key, body: {} })],
        ['a booking', callService(service.url, `GET /v1/bookings/${String(body['id'])}`, { key })],
      ] as const;
      const passed: string[] = [];
      for (const [name, reply] of read) if (hasLoneSurrogate((await reply).body)) passed.push(name);
      return `passed on: ${passed.join('; ') || 'none'}`;
    },
  },
  {
    attack: 'never responds; customers search all suppliers at once',
    expected: '20 × 200',
    play: async ({ suppliers: { silence }, victim, service }) => {
      silence.misbehave(() => true);
      const search = () => callService(service.url, 'POST /v1/venues/search', { key: victim.keys.live, body: {} });
      const replies = await Promise.all(Array.from({ length: 20 }, search));
      silence.misbehave(() => false);
      return `${replies.filter(({ status }) => status === 200).length} × 200`;
    },
  },
  findProductsInTurns,
];

/** True if a text in a parsed response is not well-formed. JSON.stringify escapes lone surrogates. */
function hasLoneSurrogate(body: unknown): boolean {
  return /\\ud[89a-f]/i.test(JSON.stringify(body)) || !JSON.stringify(body).isWellFormed();
}
