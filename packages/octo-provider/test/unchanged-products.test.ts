/** A supplier that sends an ETag with its products (RFC 9110, section 8.8.3). */
import { testContext } from '@booking-service/server/testing';
import { expect, it } from 'vitest';
import { openProvider, type OpenedProvider, type OpenOptions } from './support/open-provider.ts';

const oneMinute = 60_000;

function openWithEtag({ variant, ...rest }: OpenOptions = {}): Promise<OpenedProvider> {
  return openProvider({ provider: { productsMaxAgeSeconds: 60 }, variant: { etag: true, ...variant }, ...rest });
}

async function namesOf({ provider }: OpenedProvider): Promise<string[]> {
  return (await provider.searchVenues({}, testContext)).data.map(({ name }) => name);
}

function versionsAskedOf({ supplier }: OpenedProvider): (string | undefined)[] {
  return supplier.requests.filter(({ route }) => route === 'products').map(({ headers }) => headers['if-none-match']);
}

const etag = expect.stringMatching(/^"[0-9a-f]{64}"$/);

it('names the version that it has, and keeps its venues while the products are unchanged', async () => {
  await using opened = await openWithEtag();
  const names = await namesOf(opened);
  await opened.clock.advance(oneMinute);
  expect(await namesOf(opened)).toEqual(names);
  await opened.clock.advance(oneMinute);
  expect(await namesOf(opened)).toEqual(names);
  expect(versionsAskedOf(opened)).toEqual([undefined, etag, etag]);
});

it('reads products that have changed, and names their version next', async () => {
  let title = 'Old';
  const rewrite = (body: unknown, route: string) =>
    route === 'products' ? (body as object[]).map((product) => ({ ...product, title })) : body;
  await using opened = await openWithEtag({ variant: { rewrite } });
  expect(await namesOf(opened)).toEqual(['Old']);
  title = 'New';
  await opened.clock.advance(oneMinute);
  expect(await namesOf(opened)).toEqual(['New']);
  await opened.clock.advance(oneMinute);
  expect(await namesOf(opened)).toEqual(['New']);
  const [, first, second] = versionsAskedOf(opened);
  expect(first).not.toBe(second);
});

it('names no version of products that had other capabilities', async () => {
  const capabilities = ['octo/content', 'octo/pricing'];
  await using opened = await openWithEtag({ capabilities });
  await namesOf(opened);
  capabilities.pop();
  await opened.clock.advance(oneMinute);
  await namesOf(opened);
  expect(versionsAskedOf(opened)).toEqual([undefined, undefined]);
});

it('keeps the version while readings fail', async () => {
  await using opened = await openWithEtag();
  const names = await namesOf(opened);
  await opened.clock.advance(oneMinute);
  opened.supplier.fail({ route: 'products' });
  await expect(namesOf(opened)).rejects.toThrow('fetch failed');
  expect(await namesOf(opened)).toEqual(names);
  expect(versionsAskedOf(opened)).toEqual([undefined, etag, etag]);
});

it('refuses a 304 to a request that names no version', async () => {
  await using opened = await openWithEtag();
  opened.supplier.fail({ route: 'products', respond: (response) => void response.writeHead(304).end() });
  await expect(namesOf(opened)).rejects.toMatchObject({ code: 'UNREADABLE' });
});
