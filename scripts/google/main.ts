/**
 * Verifies google-reserve in front of a sandbox with two things that are not part of this project: a client of API v3 in Go, which calls
 * every method, and Google's service definition, with which every request and response is compared.
 *
 * Reads   a clone of tchssk/reserve-with-google-goa, which it builds (Go and the module proxy), and the file api_v3.proto
 * Run     npm run google:validate -- --proto FILE --client FOLDER
 * Prints  a row for each call and each kind of message; exits with 1 if one fails
 */
import { execFile, execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempDisposableSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'protobufjs';
import { startSandbox } from '@booking-service/testing';
import { readFlags } from '../programs/read-flags.ts';
import { refuse } from '../programs/refuse.ts';
import { findMessageFaults } from './find-message-faults.ts';
// @boundaries-ignore the booking server is what is verified
import { createGoogleReserve } from '../../packages/google-reserve/src/index.ts';
// @boundaries-ignore its server is a part of its tests
import { serveReserve } from '../../packages/google-reserve/test/support/serve-reserve.ts';

/** The definition that README.md of the package names. */
const digest = '9fcb76eb200e88540f3ca8238fbe3a47b4b95dac12448d9f4023d394adfbcf29';

const { values } = readFlags({ options: { proto: { type: 'string' }, client: { type: 'string' } } });
if (values.proto === undefined) refuse('--proto is missing. Name the file api_v3.proto.');
if (values.client === undefined) refuse('--client is missing. Name a clone of tchssk/reserve-with-google-goa.');
const definition = readFileSync(values.proto, 'utf8');
if (createHash('sha256').update(definition).digest('hex') !== digest)
  refuse(`${values.proto} is not the definition with the SHA-256 ${digest}.`);
const { root } = parse(definition, { keepCase: true, alternateCommentMode: true });

using folder = mkdtempDisposableSync(join(tmpdir(), 'google-client-'));
const runClient = promisify(execFile);
const client = join(folder.path, 'client');
execFileSync('go', ['build', '-o', client, './cmd/common-cli'], { cwd: resolve(values.client), stdio: 'inherit' });

await using sandbox = await startSandbox();
const password = sandbox.keys.test;
const bookingServer = createGoogleReserve({ baseUrl: sandbox.url, confirmSeconds: 1 });
/** The faults of each kind of message. */
const messages = new Map<string, string[]>();
let failures = 0;
let calls = 0;

await using served = await serveReserve(async (request) => {
  const sent = await request.clone().text();
  const response = await bookingServer(request);
  const [, method = ''] = /\/v3\/(\w+)/.exec(request.url) ?? [];
  if (method !== 'HealthCheck') {
    compare(`${method}Request`, sent);
    if (response.status === 200) compare(`${method}Response`, await response.clone().text());
  }
  return response;
});

function compare(name: string, text: string): void {
  const faults = findMessageFaults(root.lookupType(`ext.maps.booking.partner.v3.${name}`), JSON.parse(text));
  messages.set(name, [...(messages.get(name) ?? []), ...faults]);
}

/** Calls a method with the Go client, and compares the response as the client read it. Returns the id of the booking in it. */
async function call(
  name: string,
  [service, method, body]: readonly [service: string, method: string, body?: object],
  expected: RegExp,
): Promise<string> {
  calls += 1;
  const flags = ['--username', 'google', '--password', password, ...(body ? ['--body', JSON.stringify(body)] : [])];
  const ended = await runClient(client, ['-url', served.url, service, method, ...flags]).catch(toOutput);
  const isHeld = ended.stderr === '' && expected.test(ended.stdout);
  report(`${method}: ${name}`, isHeld ? [] : [ended.stderr + ended.stdout]);
  return /bkg_[0-9a-f]+/.exec(ended.stdout)?.[0] ?? '';
}

/** The message of the error has the command, and so the key. */
function toOutput(error: unknown): { stdout: string; stderr: string } {
  const stderr = error instanceof Error && 'stderr' in error ? String(error.stderr) : '';
  return { stdout: '', stderr: stderr || 'The client failed.' };
}

function report(name: string, faults: readonly string[]): void {
  if (faults.length > 0) failures += 1;
  console.log(`${faults.length === 0 ? 'held  ' : 'FAILED'}  ${name}`);
  for (const fault of faults) console.log(`        ${fault}`);
}

const merchant_id = 'ven_harbour_table';
const second = (hour: number) => String((Math.floor(Date.now() / 86_400_000) + 7) * 86_400 + hour * 3_600);
const slotAt = (hour: number) => ({ service_id: 'reservation', start_sec: second(hour), duration_sec: '5400' });
const party = { party_size: 2 };
const slot = { merchant_id, ...slotAt(19), resources: party };
const user_information = {
  user_id: '1111111111111111111',
  given_name: 'Ada',
  family_name: 'Byron',
  telephone: '+351 210-000-000',
  email: 'ada@diner.test',
};
const create = { slot, user_information, idempotency_token: 'token-1', additional_request: 'By the window' };

await call('serving', ['common', 'health-check'], /SERVING/);
await call('an offered slot', ['booking', 'check-availability', { slot }], /"CountAvailable": 1\b/);
const night = { ...slot, ...slotAt(3) };
await call('a slot that is not offered', ['booking', 'check-availability', { slot: night }], /"CountAvailable": 0\b/);
const slot_time = [19, 3].map((hour) => ({ ...slotAt(hour), resource_ids: party }));
const lookup = { merchant_id, slot_time };
await call('two slots', ['booking', 'batch-availability-lookup', lookup], /"Available": true[^]*"Available": false/);
const booking_id = await call('pending', ['booking', 'create-booking', create], /PENDING_MERCHANT_CONFIRMATION/);
await call('the token again', ['booking', 'create-booking', create], new RegExp(`"${booking_id}"`));
await sandbox.advance('2 minutes');
await call('confirmed', ['booking', 'get-booking-status', { booking_id }], /"CONFIRMED"[^]*"PREPAYMENT_NOT_PROVIDED"/);
const { user_id } = user_information;
await call('of the user', ['booking', 'list-bookings', { user_id }], new RegExp(`"${booking_id}"`));
const later = { booking: { booking_id, slot: slotAt(21) } };
await call('another time', ['booking', 'update-booking', later], new RegExp(second(21)));
const four = { booking: { booking_id, slot: { service_id: 'reservation', resources: { party_size: 4 } } } };
await call('another party size', ['booking', 'update-booking', four], /"PartySize": 4\b/);
await call('of the user, after the changes', ['booking', 'list-bookings', { user_id }], /"PartySize": 4\b/);
const cancel = { booking: { booking_id, status: 'CANCELED' } };
await call('a cancellation', ['booking', 'update-booking', cancel], /"CANCELED"/);
await call('the cancellation again', ['booking', 'update-booking', cancel], /"CANCELED"/);
await call('cancelled', ['booking', 'get-booking-status', { booking_id }], /"CANCELED"/);

// The client requires a booking in each response, also in that of a failure, which the definition forbids.
const authorization = `Basic ${btoa(`google:${password}`)}`;
const full = { ...create, slot: { ...slot, merchant_id: 'ven_fully_booked' }, idempotency_token: 'token-2' };
for (const [name, method, body, cause] of [
  ['a create', 'CreateBooking', full, 'SLOT_UNAVAILABLE'],
  ['a change of a cancelled booking', 'UpdateBooking', four, 'BOOKING_ALREADY_CANCELLED'],
] as const) {
  calls += 1;
  const headers = { Authorization: authorization };
  const response = await fetch(`${served.url}/v3/${method}`, { method: 'POST', headers, body: JSON.stringify(body) });
  const text = await response.text();
  report(`${name} that fails: ${cause}`, response.status === 200 && text.includes(`"cause":"${cause}"`) ? [] : [text]);
}
const heldCalls = calls - failures;
console.log(`\ncalls: ${heldCalls} of ${calls}\n`);

for (const [name, faults] of messages) report(name, faults);
const heldMessages = [...messages.values()].filter((faults) => faults.length === 0).length;
console.log(`\nmessages: ${heldMessages} of ${messages.size} kinds`);
process.exitCode = failures > 0 || messages.size !== 12 ? 1 : 0;
