import type { CreatedOrganization } from '../../organizations/create-organization.ts';

/** What a newcomer reads after the start: where things are, and lines that work when pasted. */
export function welcomeText({
  url,
  docsUrl,
  receiverUrl,
  adminUrl,
  data,
  tick_seconds,
  credentials: { keys },
  clock: { now, offset_ms },
  line,
}: {
  url: string;
  /** Undefined where the reference is not built. */
  docsUrl: string | undefined;
  receiverUrl: string;
  adminUrl: string;
  data: string;
  tick_seconds: number;
  credentials: Pick<CreatedOrganization, 'keys'>;
  /** The sandbox's time, and how far that is ahead of the computer's. */
  clock: { readonly now: Date; readonly offset_ms: number };
  line: string;
}): string {
  const clock =
    offset_ms === 0
      ? ''
      : `\n  Clock      ${now.toISOString()}, ahead of the computer's by ${toSpan(offset_ms)}: it was moved by hand`;
  const day = offset_ms === 0 ? '864e5' : `864e5 + ${offset_ms}`;
  return `
Booking Service is running: a sandbox on this computer, kept in ${data}/.

  Service    ${url}
  Reference  ${docsUrl ?? 'not built here: npm run docs, then start again'}
  Webhooks   ${receiverUrl}   (open it: every delivered webhook, its signature verified)
  Operations ${adminUrl}   (/readyz, /metrics, and the sandbox's clock)
  Test key   ${keys.test}
  Live key   ${keys.live}   (live in name only: the sandbox provider takes every booking)${clock}

Make a booking. Paste these into another terminal:

  URL=${url} AUTH="Authorization: Bearer ${keys.test}" JSON="Content-Type: application/json"
  DAY=$(node -p 'new Date(Date.now() + ${day}).toISOString().slice(0, 10)')

  # search venues, then the slots of one of them
  curl -s $URL/v1/venues/search -H "$AUTH" -H "$JSON" -d '{"city":"Lisbon"}'
  SLOT=$(curl -s $URL/v1/availability/search -H "$AUTH" -H "$JSON" -d '{"venue_id":"ven_harbour_table","date":"'$DAY'","party_size":2}' | grep -o 'slt_[^"]*' | tail -1); echo $SLOT

  # create: the answer says processing
  BOOKING=$(curl -s $URL/v1/bookings -H "$AUTH" -H "$JSON" -H "Idempotency-Key: order-$SLOT" -d '{"venue_id":"ven_harbour_table","slot_id":"'$SLOT'","party_size":2,"guest":{"first_name":"Ada","last_name":"Byron","email":"ada@diner.test"}}' | tee /dev/stderr | grep -o 'bkg_[0-9a-f]*' | head -1)

  # a few seconds later it is confirmed
  sleep 4; curl -s $URL/v1/bookings/$BOOKING -H "$AUTH"

  # its webhooks arrive within ${tick_seconds} s
  curl -s ${receiverUrl}/events

  # do not wait: move the sandbox's clock, and all that falls due on the way happens
  curl -s ${adminUrl}/sandbox/clock/advance -H "$JSON" -d '{"ms":${tick_seconds * 1000}}'

Webhooks sooner: ${line} --tick 2        Every flag: ${line} --help        Stop: Ctrl-C
`;
}

/** As days, hours, minutes and seconds, without those that are zero. */
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
