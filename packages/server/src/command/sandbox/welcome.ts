import { sandbox } from '@booking-service/contract';
import { locationFlag } from '../define-command.ts';
import type { CreatedOrganization } from '../../admin/organizations/create-organization.ts';

/** The text after the start of a sandbox: its addresses, its keys, and commands to paste. */
export function welcomeText({
  url,
  docsUrl,
  receiver,
  adminUrl,
  dashboard,
  data,
  tick_seconds,
  credentials: { organization_id, keys },
  clock: { now, offset_ms },
  line,
}: {
  url: string;
  /** Undefined if the docs are not built. */
  docsUrl: string | undefined;
  /** The receiver of the webhooks. With `secret` it is the user's own: it verifies the signatures with this signing secret. */
  receiver: { readonly url: string; readonly secret?: string };
  adminUrl: string;
  /** The link that signs in to the dashboard once, and the port of the dashboard. */
  dashboard: { readonly link: string; readonly port: number };
  data: string;
  tick_seconds: number;
  credentials: Pick<CreatedOrganization, 'organization_id' | 'keys'>;
  /** The time of the sandbox, and how far it is ahead of the computer's. */
  clock: { readonly now: Date; readonly offset_ms: number };
  line: string;
}): string {
  const clock =
    offset_ms === 0
      ? ''
      : `\n  Clock      ${now.toISOString()}   (${toSpan(offset_ms)} ahead of this computer, because it was advanced)`;
  const day = offset_ms === 0 ? '864e5' : `864e5 + ${offset_ms}`;
  const program = operatorProgram(line);
  const place = `${locationFlag({ data, database: undefined, cells: undefined })}${dashboard.port === 7423 ? '' : ` --dashboard-port ${dashboard.port}`}`;
  const linkCommand = `${program} dashboard link --role operator${place}`;
  return `
Booking Service is running as a sandbox on this computer. Its data is in ${data}/.

  Dashboard  ${dashboard.link}
             (open this link within 15 minutes: it signs you in as the operator, and works once)
  Service    ${url}
  Docs       ${docsUrl ?? 'not built yet: run npm run docs, then start again'}
  Webhooks   ${receiver.url}   ${
    receiver.secret === undefined
      ? '(open this page to see every webhook, with its signature verified)'
      : `(your receiver)\n  Secret     ${receiver.secret}   (the signing secret, with which your receiver verifies webhooks)`
  }
  Admin      ${adminUrl}   (/readyz, /metrics, deliveries, bookings, and the clock of the sandbox)
  Test key   ${keys.test}
  Live key   ${keys.live}   (for live mode; the sandbox contacts no real provider)
  Code       ${sandbox.code}   (the code that every guest and cardholder receives; every other one is wrong)${clock}

Create a booking. Paste these lines into another terminal:

  URL=${url} AUTH="Authorization: Bearer ${keys.test}" JSON="Content-Type: application/json"
  DAY=$(node -p 'new Date(Date.now() + ${day}).toISOString().slice(0, 10)')

  # search venues, then search the slots of one venue
  curl -s $URL/v1/venues/search -H "$AUTH" -H "$JSON" -d '{"city":"Lisbon"}'
  SLOT=$(curl -s $URL/v1/availability/search -H "$AUTH" -H "$JSON" -d '{"venue_id":"ven_harbour_table","date":"'$DAY'","party_size":2}' | grep -o 'slt_[^"]*' | tail -1); echo $SLOT

  # create a booking; its status is processing
  BOOKING=$(curl -s $URL/v1/bookings -H "$AUTH" -H "$JSON" -H "Idempotency-Key: order-$SLOT" -d '{"venue_id":"ven_harbour_table","slot_id":"'$SLOT'","party_size":2,"guest":{"first_name":"Ada","last_name":"Byron","email":"ada@diner.test"}}' | tee /dev/stderr | grep -o 'bkg_[0-9a-f]*' | head -1)

  # a few seconds later its status is confirmed
  sleep 4; curl -s $URL/v1/bookings/$BOOKING -H "$AUTH"

  # its webhooks arrive within ${tick_seconds} seconds${
    receiver.secret === undefined ? `\n  curl -s ${receiver.url}/events` : ', at your receiver'
  }

  # to get them now, advance the clock of the sandbox
  curl -s ${adminUrl}/sandbox/clock/advance -H "$JSON" -d '{"ms":${tick_seconds * 1000}}'

  # list its deliveries, with the last attempt of each
  curl -s ${adminUrl}/organizations/${organization_id}/deliveries

Another link to the dashboard: ${linkCommand}
Faster webhooks: ${line} --tick 2        All flags: ${line} --help        Stop: Ctrl-C
`;
}

/** Returns the words that run `booking-service` where this line started the sandbox. */
function operatorProgram(line: string): string {
  if (line.startsWith('npm ')) return 'npm run --silent booking-service --';
  // The program of @booking-service/cli, which installs this one.
  return line.endsWith(' sandbox') ? 'npx -p @booking-service/cli booking-service' : 'booking-service';
}

/** Formats a duration as days, hours, minutes and seconds. It omits units that are zero. */
function toSpan(ms: number): string {
  const seconds = Math.round(ms / 1000);
  const parts: readonly [number, string][] = [
    [Math.floor(seconds / 86_400), 'd'],
    [Math.floor(seconds / 3600) % 24, 'h'],
    [Math.floor(seconds / 60) % 60, 'min'],
    [seconds % 60, 's'],
  ];
  const shown = parts.filter(([count]) => count > 0).map(([count, unit]) => `${count} ${unit}`);
  return shown.length === 0 ? `${ms} ms` : shown.join(' ');
}
