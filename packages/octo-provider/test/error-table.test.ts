import { readFileSync } from 'node:fs';
import { errorCatalogue } from '@booking-service/contract';
import { testContext } from '@booking-service/server/testing';
import { expect, it } from 'vitest';
import { octoErrorTable, type OctoErrorCode } from '../src/index.ts';
import { octoDocument } from './supplier/octo-document.ts';
import {
  bookOnce,
  firstVenue,
  html,
  json,
  newBookingAt,
  octoError,
  openProvider,
  slotsOn,
} from './support/open-provider.ts';

const codes = Object.keys(octoErrorTable) as OctoErrorCode[];
const undocumented = new Set<OctoErrorCode>(['TOO_MANY_REQUESTS', 'UNREADABLE']);

it('lists every error code of the official document', () => {
  const documented = new Set(JSON.stringify(octoDocument).match(/(?<="error":")[A-Z_]+/g) ?? []);
  expect(codes.filter((code) => !undocumented.has(code)).toSorted()).toEqual([...documented].toSorted());
});

it('uses codes of the catalogue only', () => {
  const used = Object.values(octoErrorTable).flatMap(({ temporary: _temporary, ...row }) => Object.values(row));
  expect(used.filter((code) => !Object.hasOwn(errorCatalogue, code))).toEqual([]);
});

it('is the table of the README, with a line for the errors of one outcome', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const rows = Map.groupBy(codes, (code) => {
    const { availability, create, booking, modification, temporary } = octoErrorTable[code];
    return [availability, create, booking, modification, temporary ? 'yes' : 'no'].join(' ');
  });
  const shown = readme.split('\n').flatMap((line) => {
    const [first = '', ...outcome] = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll('`', ''));
    const listed = first.split(', ') as OctoErrorCode[];
    return listed.some((code) => codes.includes(code)) ? [[outcome.join(' '), listed]] : [];
  });
  expect(shown).toEqual([...rows]);
});

function responseOf(code: OctoErrorCode) {
  if (code === 'UNREADABLE') return html(500);
  return code === 'TOO_MANY_REQUESTS' ? json(429, {}) : octoError(code);
}

/** The result of a call of the port: the code of its rejection, or its outcome and code. */
async function resultOf(call: Promise<object> | undefined): Promise<object> {
  const result: { name?: string; code?: string; outcome?: string; error_code?: string } =
    (await call?.catch((error: Error) => error)) ?? {};
  const { name, code, outcome, error_code } = result;
  return outcome === undefined ? { name, code } : { outcome, ...(error_code !== undefined && { error_code }) };
}

it.each(codes)('turns %s into the codes of its row', async (code) => {
  const row = octoErrorTable[code];
  await using opened = await openProvider();
  const respond = responseOf(code);
  const { supplier, provider } = opened;
  const booking = await newBookingAt(opened);
  const error = { name: 'OctoError', code };

  supplier.fail({ route: 'availability', respond });
  const search = row.temporary ? error : { name: 'Refusal', code: row.availability };
  expect(await resultOf(slotsOn(opened))).toEqual(search);

  supplier.fail({ route: 'availability', respond });
  const create = row.temporary ? error : { name: 'Refusal', code: row.create };
  expect(await resultOf(provider.checkRequest(booking, testContext))).toEqual(create);

  supplier.fail({ route: 'reserve', respond });
  const limited = code === 'TOO_MANY_REQUESTS' ? { outcome: 'pending' } : error;
  const booked = row.temporary ? limited : { outcome: 'failed', error_code: row.booking };
  expect(await resultOf(bookOnce(opened, booking))).toEqual(booked);

  await bookOnce(opened, booking, 2);
  supplier.fail({ route: 'update', respond });
  const modified = provider.modify?.(
    { booking, changes: { party_size: 3 }, reference: `${booking.id}/2` },
    testContext,
  );
  expect(await resultOf(modified)).toEqual(row.temporary ? error : { outcome: 'refused' });
});

it.each(codes)('rejects a venue search that gets %s, which the service reports as search_failed', async (code) => {
  await using opened = await openProvider();
  // Products are requested again without octo/content after BAD_REQUEST.
  opened.supplier.fail(
    { route: 'products', respond: responseOf(code) },
    { route: 'products', respond: responseOf(code) },
  );
  await expect(firstVenue(opened)).rejects.toMatchObject({ name: 'OctoError', code });
});

it.each([
  { status: 401, code: 'UNAUTHORIZED' },
  { status: 403, code: 'FORBIDDEN' },
  { status: 422, code: 'UNPROCESSABLE_ENTITY' },
  { status: 409, code: 'UNPROCESSABLE_ENTITY' },
  { status: 503, code: 'INTERNAL_SERVER_ERROR' },
  { status: 418, code: 'BAD_REQUEST' },
  { status: 200, code: 'BAD_REQUEST' },
])("reads a code of the supplier's own with status $status as $code", async ({ status, code }) => {
  await using opened = await openProvider();
  const respond = json(status, { error: 'PARTNER_SUSPENDED', errorMessage: 'Call us' });
  opened.supplier.fail({ route: 'products', respond }, { route: 'products', respond });
  await expect(firstVenue(opened)).rejects.toMatchObject({ code, reason: `${code}: Call us` });
});

it('never shows the token, and shortens what the supplier says', async () => {
  await using opened = await openProvider({ provider: { token: 'another-token' } });
  const error: unknown = await firstVenue(opened).catch((caught: unknown) => caught);
  expect(error).toMatchObject({ code: 'UNAUTHORIZED' });
  expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain('another-token');
  opened.supplier.fail({ route: 'products', respond: octoError('FORBIDDEN', `a\u0000b\n${'x'.repeat(1000)}`) });
  const long: unknown = await firstVenue(opened).catch((caught: unknown) => caught);
  expect(long).toMatchObject({ reason: expect.stringMatching(/^FORBIDDEN: a b x{295}…$/) });
});
