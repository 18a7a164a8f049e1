import type { BundledContract } from '../../document/bundled-contract.ts';
import type { Product } from '../../document/product.ts';

type Signature = BundledContract['x-delivery']['signature'];

/** A program in TypeScript that receives a webhook. */
export function typeScriptReceiver(
  type: string,
  { 'x-delivery': { signature } }: BundledContract,
  product: Product,
): string {
  const { variables, webhooks } = product;
  if (webhooks === undefined) return plainReceiver(type, signature, variables);
  return `import { createServer } from 'node:http';
import { createMemoryDedupe, createReceiver, createVerifier } from '${webhooks}';
import { createNodeHandler } from '${webhooks}/node';

const receiver = createReceiver({
  verifier: createVerifier({ secrets: [process.env['${variables}_WEBHOOK_SECRET'] ?? ''] }),
  dedupe: createMemoryDedupe(),
}).on('${type}', ({ data }) => {
  console.log(\`\${data.object.id} is \${data.object.status}\`);
});

createServer(createNodeHandler(receiver)).listen(Number(process.env['PORT'] ?? 3000));
`;
}

/** A receiver that needs no package. It accepts any of several signatures, as after a change of the secret. */
function plainReceiver(type: string, { header, scheme, tolerance_seconds }: Signature, variables: string): string {
  return `import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const secret = process.env['${variables}_WEBHOOK_SECRET'] ?? '';

createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray());
  if (!isSigned(String(request.headers['${header.toLowerCase()}']), body)) {
    response.writeHead(400).end();
    return;
  }
  const event = JSON.parse(body.toString());
  if (event.type === '${type}') console.log(event.type, event.data.object);
  response.writeHead(204).end();
}).listen(Number(process.env['PORT'] ?? 3000));

function isSigned(header: string, body: Buffer): boolean {
  const time = /^t=(\\d+),/.exec(header)?.[1] ?? '';
  const expected = createHmac('sha256', secret).update(\`\${time}.\`).update(body).digest();
  const isRecent = Math.abs(Date.now() / 1000 - Number(time)) <= ${tolerance_seconds};
  const signatures = [...header.matchAll(/,${scheme}=([0-9a-f]{64})/g)].map(([, hex = '']) => Buffer.from(hex, 'hex'));
  return isRecent && signatures.some((signature) => timingSafeEqual(signature, expected));
}
`;
}
