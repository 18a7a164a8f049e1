import { existsSync } from 'node:fs';
import { createServer, request as send, type IncomingMessage, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { bundleCheck } from './bundle-check.ts';
import type { Check } from './check.ts';

const chromium = '/usr/bin/chromium';

/** The part of playwright-core that this file uses. */
interface Playwright {
  readonly chromium: {
    launch(options: object): Promise<{
      newPage(): Promise<{
        goto(url: string): Promise<unknown>;
        evaluate(expression: string): Promise<unknown>;
      }>;
      close(): Promise<void>;
    }>;
  };
}

/**
 * Runs the check in a page and returns its result. The service does not allow requests from other origins, so the server of the
 * page forwards them.
 */
export async function runInChromium(check: Check): Promise<string> {
  if (!existsSync(chromium)) throw new Error(`${chromium} is missing. Install it: apt-get install chromium.`);
  let script = '';
  const server = createServer((request, response) => {
    if (request.url === '/') respond(response, 'text/html', '<!doctype html><script src="/check.js"></script>');
    else if (request.url === '/check.js') respond(response, 'text/javascript', script);
    else forward(check.service.url, request, response);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  // A server that listens on a port has an address of this form. Without TLS, only a page on this computer gets WebCrypto.
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  script = await bundleCheck({ ...check, service: { ...check.service, url } }, 'iife');
  // playwright-core is installed in scripts/runtimes/node_modules.
  const folder = fileURLToPath(new URL('package.json', import.meta.url));
  const playwright = createRequire(folder)('playwright-core') as Playwright;
  const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'];
  const browser = await playwright.chromium.launch({
    executablePath: chromium,
    args: [...args, '--disable-component-update', '--disable-sync'],
  });
  try {
    const page = await browser.newPage();
    await page.goto(url);
    return String(await page.evaluate('checked.run()'));
  } finally {
    await browser.close();
    server.close();
    server.closeAllConnections();
  }
}

function respond(response: ServerResponse, type: string, text: string): void {
  response.writeHead(200, { 'Content-Type': type });
  response.end(text);
}

function forward(to: string, request: IncomingMessage, response: ServerResponse): void {
  const { method, headers } = request;
  const onward = send(new URL(request.url ?? '/', to), { method, headers }, (received) => {
    // A received response always has a status.
    response.writeHead(received.statusCode ?? 502, received.headers);
    received.pipe(response);
  });
  onward.on('error', (error) => response.destroy(error));
  request.pipe(onward);
}
