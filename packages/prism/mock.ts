/** The command `npm run mock`: serves the contract's examples and prints requests to paste. */
import { createRequire } from 'node:module';
import { parseArgs } from 'node:util';
import { startPrismMock } from './index.ts';

const usage = 'Usage: npm run mock [-- --port NUMBER]    a number from 0 to 65535, 0 for any free port; default 4010';

const port = readPort(process.argv.slice(2));
if (port === undefined) {
  console.error(usage);
  process.exitCode = 1;
} else {
  try {
    const mock = await startPrismMock({ port });
    console.log(welcome(mock.url));
  } catch (error) {
    // Prism rejects with a string.
    console.error(
      `The mock cannot listen on port ${port}: ${String(error)}. Choose another port: npm run mock -- --port 4011`,
    );
    process.exitCode = 1;
  }
}

/** The port in the arguments; undefined if the arguments are invalid. */
function readPort(args: readonly string[]): number | undefined {
  try {
    const { values } = parseArgs({ args: [...args], options: { port: { type: 'string', default: '4010' } } });
    const number = /^\d{1,5}$/.test(values.port) ? Number(values.port) : NaN;
    return number <= 65_535 ? number : undefined;
  } catch {
    return undefined;
  }
}

function welcome(url: string): string {
  // The contract's linter requires both fields.
  const { info } = createRequire(import.meta.url)('@booking-service/contract/openapi.json') as {
    info: { title: string; version: string };
  };
  return `
${info.title} ${info.version}, mock at ${url}

The mock returns the contract's examples and stores nothing. It accepts any key. Paste into another terminal:

  URL=${url} AUTH="Authorization: Bearer sk_test_any" JSON="Content-Type: application/json"

A valid request gets a success response:
  curl -s $URL/v1/venues/search -H "$AUTH" -H "$JSON" -d '{"city":"Lisbon"}'

The Prefer header selects another documented status:
  curl -s $URL/v1/venues/search -H "$AUTH" -H "$JSON" -d '{}' -H "Prefer: code=429"

The Prefer header also selects an example by its name in openapi/:
  curl -s $URL/v1/bookings -H "$AUTH" -H "$JSON" -H "Prefer: code=201, example=authorize_payment" -d '{
    "venue_id": "ven_harbour_table", "slot_id": "slt_harbour_table_20261121T1900", "party_size": 2,
    "guest": { "first_name": "Ada", "email": "ada@diner.test" } }'

An invalid request gets a refusal. The header sl-violations gives the reason:
  curl -si $URL/v1/bookings -H "$AUTH" -H "$JSON" -d '{"party_size":0}'

Unlike the service, the mock never responds to a body that is not JSON. Run npm start for bookings that change and for webhooks.
Stop: Ctrl-C`;
}
