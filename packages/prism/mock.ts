/** The command `npm run mock`: serves the contract's examples, and says what to try. */
import { createRequire } from 'node:module';
import { parseArgs } from 'node:util';
import { startPrismMock } from './index.ts';

const usage =
  'Usage: npm run mock [-- --port NUMBER]    a number from 0 to 65535, 0 for any that is free; default 4010';

const port = readPort(process.argv.slice(2));
if (port === undefined) {
  console.error(usage);
  process.exitCode = 1;
} else {
  try {
    const mock = await startPrismMock({ port });
    console.log(welcome(mock.url));
  } catch (error) {
    // Prism rejects with the text of what happened.
    console.error(
      `The mock cannot listen on port ${port}: ${String(error)}. Choose another: npm run mock -- --port 4011`,
    );
    process.exitCode = 1;
  }
}

/** The port that is asked for, or undefined where the arguments mean nothing. */
function readPort(args: readonly string[]): number | undefined {
  try {
    const { values } = parseArgs({ args: [...args], options: { port: { type: 'string', default: '4010' } } });
    const wanted = /^\d{1,5}$/.test(values.port) ? Number(values.port) : NaN;
    return wanted <= 65_535 ? wanted : undefined;
  } catch {
    return undefined;
  }
}

function welcome(url: string): string {
  // The linter has seen to both.
  const { info } = createRequire(import.meta.url)('@booking-service/contract/openapi.json') as {
    info: { title: string; version: string };
  };
  return `
${info.title} ${info.version}, mocked at ${url}

It answers with the contract's examples and keeps nothing. Any key will do. Paste into another terminal:

  URL=${url} AUTH="Authorization: Bearer sk_test_any" JSON="Content-Type: application/json"

A call that fits gets its success:
  curl -s $URL/v1/venues/search -H "$AUTH" -H "$JSON" -d '{"city":"Lisbon"}'

Another status that the contract documents:
  curl -s $URL/v1/venues/search -H "$AUTH" -H "$JSON" -d '{}' -H "Prefer: code=429"

An example by its name in openapi/:
  curl -s $URL/v1/bookings -H "$AUTH" -H "$JSON" -H "Prefer: code=201, example=authorize_payment" -d '{
    "venue_id": "ven_harbour_table", "slot_id": "slt_harbour_table_20261121T1900", "party_size": 2,
    "guest": { "first_name": "Ada", "email": "ada@diner.test" } }'

One that does not fit gets its refusal; the header sl-violations says why:
  curl -si $URL/v1/bookings -H "$AUTH" -H "$JSON" -d '{"party_size":0}'

Not as the service: a body that is not JSON is never answered. What happens to a booking, webhooks: npm start.
Stop: Ctrl-C`;
}
