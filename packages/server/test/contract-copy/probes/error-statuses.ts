/** Refuses with every code that has a status, and prints the statuses. behavior-numbers.test.ts runs it. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { contract, errorCatalogue, type CallErrorCode } from '@booking-service/contract';
import { Refusal } from '../../../src/domain/contract.ts';
// @boundaries-ignore a private part of the kernel
import { toErrorResponse } from '../../../../kernel/src/http/refusals.ts';
import { openWorld } from '../../../src/testing.ts';

// The linter proves that a code with a status is a code of an error response.
const codes = Object.entries(errorCatalogue).flatMap(([code, row]) => ('status' in row ? [code as CallErrorCode] : []));
const statuses = codes.map((code) => [
  `errors.${code}.status`,
  toErrorResponse(new Refusal(code), { contract, request_id: 'req_test' }).status,
]);

await using world = await openWorld();
const { hostname, port } = new URL(world.url);
const socket = connect(Number(port), hostname);
socket.write('no HTTP\r\n\r\n');
const [bytes] = (await once(socket, 'data')) as [Buffer];
socket.destroy();
const malformed = Number(/^HTTP\/1.1 (\d+)/.exec(bytes.toString())?.[1]);
process.stdout.write(JSON.stringify({ statuses: Object.fromEntries(statuses) as object, malformed }));
