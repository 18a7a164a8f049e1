import { existsSync } from 'node:fs';
import { createServer, request as send, type IncomingMessage, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { bundleCheck } from './bundle-check.ts';
import type { Check } from './check.ts';

const chromium = '/usr/bin/chromium';

/** The part of playwright-core that is used. */
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
 * Runs the check in a page and returns what it says. The service answers servers, no pages of another origin: the page's own
 * server hands the calls on.
 */
export async function runInChromium(check: Check): Promise<string> {
  if (!existsSync(chromium)) throw new Error(`There is no ${chromium}: apt-get install chromium.`);
  let script = '';
  const server = createServer((request, response) => {
    if (request.url === '/') answer(response, 'text/html', '<!doctype html><script src="/check.js"></script>');
    else if (request.url === '/check.js') answer(response, 'text/javascript', script);
    else handOn(check.service.url, request, response);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  // A server that listens on a port has an address of this form. Only a page of the own machine gets WebCrypto without TLS.
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  script = await bundleCheck({ ...check, service: { ...check.service, url } }, 'iife');
  // It is installed apart, so that it is loaded from there; it has this form.
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

function answer(response: ServerResponse, type: string, text: string): void {
  response.writeHead(200, { 'Content-Type': type });
  response.end(text);
}

function handOn(to: string, request: IncomingMessage, response: ServerResponse): void {
  const { method, headers } = request;
  const onward = send(new URL(request.url ?? '/', to), { method, headers }, (answered) => {
    // Every answer has a status.
    response.writeHead(answered.statusCode ?? 502, answered.headers);
    answered.pipe(response);
  });
  onward.on('error', (error) => response.destroy(error));
  request.pipe(onward);
}
