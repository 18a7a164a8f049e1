import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Attack } from './attack.ts';
import { callService, openLive } from './scene/open-scene.ts';

const count = 40_000;
const held = 'no other request waits for more than 15 % of it';

/** A supplier that speaks OCTO and has 40,000 products. Parsing them in one turn of the event loop would stop everything else. */
export const findProductsInTurns: Attack = {
  attack: `lists ${count.toLocaleString('en-US')} products over OCTO; another caller sends requests`,
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
    const text = JSON.stringify(Array.from({ length: count }, (_, index) => product(index)));
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
