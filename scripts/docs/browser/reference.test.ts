/**
 * The reference in Chromium: samples beside the text, tabs of languages and statuses, and the console that sends an operation.
 *
 * @module-tag needs-chromium
 * @module-tag slow
 */
import { createVerifier } from '@booking-service/webhooks';
import { operationPath } from '@booking-service/toolkit/docs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPublicContract } from '../../contract-files.ts';
import { openDocs, violationsOf, type Docs, type OpenPage } from './open-docs.ts';

const contract = readPublicContract();
const longest = { timeout: 600_000 };
const operations = Object.values(contract.paths).flatMap((methods) => Object.values(methods));
const create = operationPath('createBooking');

let docs: Docs;

beforeAll(async () => {
  docs = await openDocs();
}, 240_000);

afterAll(() => docs[Symbol.asyncDispose]());

describe('the columns', () => {
  it('set the samples beside the text from 1100 px, and below it on a phone', longest, async () => {
    for (const [width, isBeside] of [
      [1100, true],
      [1280, true],
      [1099, false],
      [390, false],
    ] as const) {
      await using page = await docs.openPage({ viewport: { width, height: 900 } });
      await page.read(create);
      const text = await page.tab.locator('.text').boundingBox();
      const code = await page.tab.locator('.beside').boundingBox();
      if (!text || !code) throw new Error('The page has no columns.');
      expect({ width, isBeside: code.x >= text.x + text.width }).toEqual({ width, isBeside });
    }
  });

  it('keep the samples on the screen while the text scrolls', longest, async () => {
    await using page = await docs.openPage();
    await page.read(create);
    await page.tab.getByRole('heading', { name: 'Response headers' }).scrollIntoViewIfNeeded();
    const request = page.tab.getByRole('tab', { name: 'curl' });
    const box = await request.boundingBox();
    expect(box?.y).toBeGreaterThan(0);
    expect(box?.y).toBeLessThan(900);
  });
});

describe('the tabs', () => {
  it('keep the chosen language on the next pages, and change by arrow keys', longest, async () => {
    await using page = await docs.openPage();
    await page.read(create);
    const { tab } = page;
    const shown = () => tab.locator('.tab:visible').first().innerText();
    expect(await shown()).toContain('curl -sS');
    await tab.getByRole('tab', { name: 'Python' }).click();
    expect(await shown()).toContain('urlopen(request');
    await page.read(operationPath('getBooking'));
    expect(await shown()).toContain('urlopen(request');
    await tab.getByRole('tab', { name: 'Python' }).press('ArrowRight');
    expect(await shown()).toContain('package main');
    await page.read('webhooks/booking.created');
    expect(await shown()).toContain('package main');
    expect(await violationsOf(tab)).toEqual([]);
  });

  it('show every documented example of a response by its status', longest, async () => {
    await using page = await docs.openPage();
    const missing: string[] = [];
    for (const { operationId, responses } of operations) {
      await page.read(operationPath(operationId));
      for (const [status, response] of Object.entries(responses)) {
        const tab = page.tab.locator(`.tab[data-label="${status}"]`);
        const texts = new Set((await tab.locator('pre').allTextContents()).map((text) => text.trim()));
        const wanted = examplesOf(response).map((value) => JSON.stringify(value, null, 2));
        missing.push(...wanted.filter((each) => !texts.has(each)).map((each) => `${operationId} ${status} ${each}`));
      }
    }
    expect(missing).toEqual([]);
  });
});

describe('the console', () => {
  it('creates a booking, shows its headers and its webhooks, and replays it', longest, async () => {
    await using page = await docs.openPage();
    const { tab } = page;
    await open(page, create);
    const dialog = tab.getByRole('dialog');
    await dialog.getByLabel('API key').fill(docs.world.organization.keys.test);
    const day = dayAfter(docs.world.clock.now());
    const request = {
      venue_id: 'ven_express_counter',
      slot_id: `slt_express_counter_${day.replaceAll('-', '')}T1900`,
      party_size: 2,
      guest: { first_name: 'Ada', email: 'ada@diner.test' },
    };
    await dialog.getByLabel('Body').fill(JSON.stringify(request));
    await dialog.getByRole('button', { name: 'Send' }).click();
    await dialog.locator('.status', { hasText: /^201/ }).waitFor();
    for (const name of ['Request-Id', 'RateLimit-Limit', 'RateLimit-Remaining', 'Location'])
      expect(await dialog.getByRole('rowheader', { name, exact: true }).count()).toBe(1);
    await dialog.locator('.events summary').getByText('booking.created').waitFor();
    await docs.world.clock.advance(2_000);
    await dialog.locator('.events summary').getByText('booking.confirmed').waitFor();
    expect(await violationsOf(tab)).toEqual([]);
    await dialog.getByRole('button', { name: 'Send' }).click();
    await dialog.getByRole('rowheader', { name: 'Idempotent-Replayed' }).waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
    const { messages, violations, requests } = page;
    expect({ messages, violations }).toEqual({ messages: [], violations: [] });
    expect(requests.filter((url) => url.includes('sk_test'))).toEqual([]);
    // The next operation begins with the booking.
    await open(page, operationPath('getBooking'));
    await tab.getByRole('dialog').getByRole('button', { name: 'Send' }).click();
    await tab.getByRole('dialog').getByText('"status": "confirmed"').first().waitFor();
  });

  it(
    'succeeds at the first click: with the key and the time of the sandbox, and its newest resource',
    longest,
    async () => {
      await docs.world.clock.advance(10 * 24 * 3600 * 1000);
      for (const [operation, status] of [
        ['createBooking', '201'],
        ['searchAvailability', '200'],
        ['getBooking', '200'],
        ['getEvent', '200'],
        ['getRequest', '200'],
        ['createSession', '201'],
        ['cancelBooking', '200'],
      ] as const) {
        // The log of requests has what was sent a second ago. A new tab remembers nothing.
        await docs.world.clock.advance(1000);
        await using page = await docs.openPage();
        await open(page, operationPath(operation));
        const dialog = page.tab.getByRole('dialog');
        await dialog.getByRole('button', { name: 'Send' }).click();
        const shown = await dialog.locator('.status').innerText();
        expect({ operation, status: shown.slice(0, 3) }).toEqual({ operation, status });
      }
    },
  );

  it('creates a booking of a found slot, at its venue', longest, async () => {
    await using page = await docs.openPage();
    const dialog = page.tab.getByRole('dialog');
    await open(page, operationPath('searchAvailability'));
    const search = { venue_id: 'ven_express_counter', date: dayAfter(docs.world.clock.now()), party_size: 2 };
    await dialog.getByLabel('Body').fill(JSON.stringify(search));
    await dialog.getByRole('button', { name: 'Send' }).click();
    await dialog.locator('.status', { hasText: /^200/ }).waitFor();
    await open(page, operationPath('searchVenues'));
    await dialog.getByRole('button', { name: 'Send' }).click();
    await dialog.locator('.status', { hasText: /^200/ }).waitFor();
    await open(page, create);
    await dialog.getByRole('button', { name: 'Send' }).click();
    await dialog.locator('.status', { hasText: /^201/ }).waitFor();
    expect(await dialog.locator('.result pre').first().innerText()).toContain('"venue_id": "ven_express_counter"');
  });

  it('sends each operation, and the response has a status of the contract', longest, async () => {
    await using page = await docs.openPage();
    const { keys } = docs.world.organization;
    for (const { operationId, responses, 'x-behavior': behavior } of operations) {
      await open(page, operationPath(operationId));
      const dialog = page.tab.getByRole('dialog');
      await dialog.getByLabel('API key').fill(behavior.live_key ? keys.live : keys.test);
      await dialog.getByRole('button', { name: 'Send' }).click();
      const status = (await dialog.locator('.status').innerText()).slice(0, 3);
      expect({ operationId, isDocumented: status in responses }).toEqual({ operationId, isDocumented: true });
      expect(await dialog.getByRole('rowheader', { name: 'Request-Id' }).count()).toBe(1);
    }
    expect(page.violations).toEqual([]);
  });

  it('shows a refusal with its status and its body', longest, async () => {
    await using page = await docs.openPage();
    await open(page, operationPath('listBookings'));
    const dialog = page.tab.getByRole('dialog');
    await dialog.getByLabel('API key').fill('sk_test_of_nobody');
    await dialog.getByRole('button', { name: 'Send' }).click();
    await dialog.locator('.status', { hasText: /^401/ }).waitFor();
    expect(await dialog.locator('pre').innerText()).toContain('"error": "unauthorized"');
  });
});

it('the signed delivery of each event passes the verifier', longest, async () => {
  for (const type of Object.keys(contract.webhooks)) {
    const text = await (await fetch(`${docs.world.url}/docs/webhooks/${type}.md`)).text();
    const [, header = '', body = ''] = /\nService-Signature: (.+)\n\n(.+)\n/.exec(text) ?? [];
    const seconds = Number(/t=(\d+)/.exec(header)?.[1]);
    const verifier = createVerifier({
      secrets: ['whsec_of_this_sample'],
      clock: { now: () => new Date(seconds * 1000) },
    });
    expect(verifier.verify(body, header).type).toBe(type);
  }
});

function dayAfter(now: Date): string {
  return new Date(now.getTime() + 24 * 3600 * 1000).toISOString().slice(0, 10);
}

async function open(page: OpenPage, path: string): Promise<void> {
  await page.read(path);
  await page.tab.getByRole('button', { name: 'Try it' }).click();
  await page.tab.getByRole('dialog').waitFor();
}

/** The examples of a response. Most responses are shared by operations. */
function examplesOf(response: { readonly $ref?: string; readonly content?: object }): unknown[] {
  const own =
    response.$ref === undefined ? response : contract.components.responses[response.$ref.split('/').at(-1) ?? ''];
  return Object.values(own?.content ?? {}).flatMap(({ examples = {} }: { examples?: object }) =>
    Object.entries(examples).map(([name, example]: [string, { value?: unknown; $ref?: string }]) => {
      return example.$ref === undefined ? example.value : contract.components.examples?.[name]?.value;
    }),
  );
}
