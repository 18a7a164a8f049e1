/** Samples in Python. They need its standard library only, so that a reader can run them without an installation. */
import type { Delivery } from '../../document/bundled-contract.ts';
import type { SampleRequest, SampleVariables } from './sample-request.ts';

const widest = 88;

/** A request with urllib. */
export function pythonSample({ verb, url, headers, body }: SampleRequest, variables: SampleVariables): string {
  const address = url.map((part, index) => (index % 2 === 0 ? braced(part) : `{os.environ['${part}']}`)).join('');
  const all = [
    `        "Authorization": f"Bearer {os.environ['${variables.key}']}",\n`,
    ...Object.entries(headers).map(([name, value]) => `        ${JSON.stringify(name)}: ${JSON.stringify(value)},\n`),
    ...(body === undefined ? [] : ['        "Content-Type": "application/json",\n']),
  ];
  return `${body === undefined ? '' : 'import json\n'}import os
from urllib.request import Request, urlopen

request = Request(
    f"{os.environ['${variables.url}']}${address}",
    method="${verb}",
    headers={
${all.join('')}    },
${body === undefined ? '' : `    data=json.dumps(${pythonLiteral(body, '    ', 'data=json.dumps().encode(),'.length)}).encode(),\n`})
with urlopen(request, timeout=30) as response:
    print(response.status, response.read().decode())
`;
}

/** A receiver of webhooks. It accepts any of several signatures, as after a change of the secret. */
export function pythonReceiver(
  type: string,
  { signature, body_bytes }: { readonly signature: Delivery['signature']; readonly body_bytes: number },
  variables: string,
): string {
  const { header, scheme, tolerance_seconds } = signature;
  return `import hashlib
import hmac
import json
import os
import re
import time
from http.server import BaseHTTPRequestHandler, HTTPServer

secret = os.environ["${variables}_WEBHOOK_SECRET"].encode()


def is_signed(header, body):
    sent = re.match(r"t=(\\d{1,12}),", header)
    if not sent or abs(time.time() - int(sent[1])) > ${tolerance_seconds}:
        return False
    expected = hmac.new(secret, sent[1].encode() + b"." + body, hashlib.sha256).hexdigest()
    signatures = re.findall(r",${scheme}=([0-9a-f]{64})", header)
    return any(hmac.compare_digest(each, expected) for each in signatures)


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        length = int(self.headers.get("Content-Length", 0))
        body = self.rfile.read(min(length, ${body_bytes}))
        if not is_signed(self.headers.get("${header}", ""), body):
            self.send_error(400)
            return
        event = json.loads(body)
        if event["type"] == "${type}":
            print(event["type"], event["data"]["object"]["id"], flush=True)
        self.send_response(204)
        self.end_headers()

    def log_request(self, *_):
        pass  # the default writes a line for each request


HTTPServer(("127.0.0.1", int(os.environ.get("PORT", 3000))), Receiver).serve_forever()
`;
}

/** The value as Python, in one line if it fits. */
export function pythonLiteral(value: unknown, indent: string, before: number): string {
  const line = inLine(value);
  if (indent.length + before + line.length <= widest || typeof value !== 'object' || value === null) return line;
  const inner = `${indent}    `;
  const entries = Array.isArray(value)
    ? value.map((each: unknown) => `${inner}${pythonLiteral(each, inner, 1)},\n`)
    : Object.entries(value).map(([name, each]) => {
        const key = `${JSON.stringify(name)}: `;
        return `${inner}${key}${pythonLiteral(each, inner, key.length + 1)},\n`;
      });
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${entries.join('')}${indent}${close}`;
}

function inLine(value: unknown): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) return `[${value.map(inLine).join(', ')}]`;
  if (typeof value !== 'object') return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([name, each]) => `${JSON.stringify(name)}: ${inLine(each)}`)
    .join(', ')}}`;
}

/** A brace of the text is doubled in an f-string. */
function braced(text: string): string {
  return text.replaceAll(/[{}]/g, '$&$&');
}
