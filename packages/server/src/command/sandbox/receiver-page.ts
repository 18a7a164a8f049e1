import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';

const script = `
const body = document.querySelector('tbody');
const note = document.querySelector('#note');
let shown = '';
async function refresh() {
  try {
    const text = await (await fetch('/events')).text();
    note.textContent = '';
    if (text !== shown) show(JSON.parse((shown = text)).data);
  } catch {
    note.textContent = 'The sandbox is not running.';
  }
}
function show(events) {
  document.querySelector('#empty').hidden = events.length > 0;
  body.replaceChildren(...events.map(({ received, signature, repeated, event }) => {
    const row = document.createElement('tr');
    const cells = [
      received.slice(11, 19),
      event?.type ?? '(unknown)',
      event?.data.object.status ?? '',
      event?.data.object.id ?? '',
      (signature === 'verified' ? '\\u2713 verified' : '\\u2717 ' + signature) + (repeated ? ', repeated' : ''),
    ];
    row.append(...cells.map((text) => Object.assign(document.createElement('td'), { textContent: text })));
    row.className = signature === 'verified' ? 'good' : 'bad';
    row.title = JSON.stringify(event, null, 2);
    return row;
  }));
}
refresh();
setInterval(refresh, 1000);
`;

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 72rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.4rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: .4rem .8rem .4rem 0; border-bottom: 1px solid #8884; white-space: nowrap; }
td:nth-child(4) { font-family: ui-monospace, monospace; font-size: .85rem; }
.good td:last-child { color: light-dark(#0a6b2d, #6fdc8c); }
.bad td:last-child { color: light-dark(#a3142a, #ff8f9c); white-space: normal; }
`;

const pageOf = (dashboard: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Webhooks received</title>
<style>${style}</style>
<h1>Webhooks received</h1>
<p>These are the webhooks that the sandbox sent to this endpoint, newest first. As JSON: <a href="/events">/events</a>.</p>
${dashboard}
<p id="note" role="status"></p>
<p id="empty">No webhooks yet. Create a booking. Its webhooks arrive with the next tick of the delivery worker.</p>
<div class="scroll"><table>
<thead><tr><th>Time (UTC)<th>Event<th>Status<th>Booking<th>Signature</tr></thead>
<tbody></tbody>
</table></div>
<script>${script}</script>
</html>
`;

const policy = [
  `default-src 'none'`,
  `script-src ${hashOf(script)}`,
  `style-src ${hashOf(style)}`,
  `connect-src 'self'`,
  `base-uri 'none'`,
  `frame-ancestors 'none'`,
].join('; ');

/**
 * Sends the page that shows the received webhooks. The page fetches /events every second. `dashboard_url` is the screen of the
 * dashboard that opens each of them; undefined without a dashboard.
 */
export function sendReceiverPage(response: ServerResponse, dashboard_url: string | undefined): void {
  const link = `<p><a href="${dashboard_url}">Open them in the dashboard</a>, with payload, headers and signature.</p>`;
  response
    .writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': policy })
    .end(pageOf(dashboard_url === undefined ? '' : link));
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
