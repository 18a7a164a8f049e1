/**
 * The samples of each operation: a request by curl, by the client, in Python and in Go, with the contract's first example. The samples of
 * each webhook: programs that receive it. A file of openapi/code-samples takes the place of a generated sample where it shows more:
 * `<operationId>.sh`, `.ts`, `.py` or `.go`, and `<event type>.ts`, `.py` or `.go`.
 */
import type { BundledContract, CodeSample, ContractOperation } from '../../document/bundled-contract.ts';
import type { Product } from '../../document/names.ts';
import { type ClientMethod, clientMethods } from '../client-resources.ts';
import { bodyExample, curlSample, oneLine, parameterExample, sampleRequest, variableOf } from './sample-request.ts';
import { goReceiver, goSample } from './go-samples.ts';
import { pythonReceiver, pythonSample } from './python-samples.ts';

type Signature = BundledContract['x-delivery']['signature'];

/** A program in TypeScript that receives a webhook. */
function typeScriptReceiver(type: string, { 'x-delivery': { signature } }: BundledContract, product: Product): string {
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

/** A receiver reads at most this much of a body. An event is far smaller. */
const mostBodyBytes = 2 ** 20;

/** Returns the contract with the samples of all operations and webhooks. `written` returns the text of a file of openapi/code-samples. */
export function withSamples<T extends BundledContract>(
  contract: T,
  { product, written }: { readonly product: Product; readonly written: (file: string) => string | undefined },
): T {
  const variables = { url: `${product.variables}_BASE_URL`, key: `${product.variables}_API_KEY` };
  const methods = new Map(clientMethods(contract).map((each) => [each.operationId, each]));
  const paths = Object.entries(contract.paths).map(([path, operations]) => [
    path,
    Object.fromEntries(
      Object.entries(operations).map(([verb, operation]) => {
        const method = methods.get(operation.operationId);
        if (!method) throw new Error(`${operation.operationId} has no method in the client.`);
        const { operationId } = operation;
        const request = (language: string) => sampleRequest(contract, method, { operation, language });
        const samples = [
          sample('curl', written(`${operationId}.sh`) ?? curlSample(request('curl'), variables)),
          sample('TypeScript', written(`${operationId}.ts`) ?? client(method, operation, product)),
          sample('Python', written(`${operationId}.py`) ?? pythonSample(request('python'), variables)),
          sample('Go', written(`${operationId}.go`) ?? goSample(request('go'), variables)),
        ];
        return [verb, { ...operation, 'x-codeSamples': samples }];
      }),
    ),
  ]);
  const webhooks = Object.entries(contract.webhooks).map(([type, { post }]) => {
    const { signature } = contract['x-delivery'];
    const delivered = { signature, body_bytes: mostBodyBytes };
    const samples = [
      sample('TypeScript', written(`${type}.ts`) ?? typeScriptReceiver(type, contract, product)),
      sample('Python', written(`${type}.py`) ?? pythonReceiver(type, delivered, product.variables)),
      sample('Go', written(`${type}.go`) ?? goReceiver(type, delivered, product.variables)),
    ];
    return [type, { post: { ...post, 'x-codeSamples': samples } }];
  });
  return { ...contract, paths: Object.fromEntries(paths), webhooks: Object.fromEntries(webhooks) };
}

/** The names by which other tools find the highlighting of a language. */
const languages = { curl: 'curl', TypeScript: 'JavaScript', Python: 'Python', Go: 'Go' } as const;

export function sample(label: keyof typeof languages, source: string): CodeSample {
  return { lang: languages[label], label, source };
}

/** The client's test table: a call of each operation, with the contract's examples. */
export function exampleCalls(contract: BundledContract, product: Product): string {
  const methods = new Map(clientMethods(contract).map((each) => [each.operationId, each]));
  const operations = Object.values(contract.paths).flatMap((each) => Object.values(each));
  const rows = operations.map((operation) => {
    const method = methods.get(operation.operationId);
    if (!method) throw new Error(`${operation.operationId} has no method in the client.`);
    const given = method.path.map(({ name }) =>
      exampleText(parameterExample(contract, operation, name), operation, `path parameter ${name}`),
    );
    return `  ${operation.operationId}: (client) => ${callText(method, operation, given)},\n`;
  });
  return [
    `import type { ${product.client.type} } from '@${product.scope}/client';\n`,
    `import type { OperationId } from '@${product.scope}/contract';\n`,
    `\n/** A call of each operation, with the contract's examples. */\n`,
    `export const exampleCalls: Readonly<Record<OperationId, (client: ${product.client.type}) => PromiseLike<unknown>>> = {\n`,
    ...rows,
    '};\n',
  ].join('');
}

function callText(
  { resource, method, body, query, headers }: ClientMethod,
  operation: ContractOperation,
  path: readonly string[],
): string {
  const inputs = [
    ...path,
    ...(body ? [exampleText(bodyExample(operation), operation, 'body')] : []),
    ...(query ? [literal(query.example)] : []),
    ...(headers?.required ? [`{ headers: ${literal(headers.example)} }`] : []),
  ];
  return `client.${resource}.${method}(${inputs.join(', ')})`;
}

function client(method: ClientMethod, operation: ContractOperation, product: Product): string {
  const { path, list } = method;
  const given = path.map(({ name, type }) => {
    const text = `process.env['${variableOf(name, method)}'] ?? ''`;
    return type === 'number' ? `Number(${text})` : text;
  });
  const call = callText(method, operation, given);
  const use = list
    ? `for await (const ${list.name} of ${call}) {\n  console.log(${list.name});\n}\n`
    : `console.log(await ${call});\n`;
  return [
    `import { ${product.client.create} } from '@${product.scope}/client';\n`,
    `const client = ${product.client.create}(); // reads ${product.variables}_API_KEY and ${product.variables}_BASE_URL\n`,
    use,
  ].join('\n');
}

/** The example as TypeScript. Samples and tests call the operation with it. */
function exampleText(example: unknown, { operationId }: ContractOperation, place: string): string {
  if (example === undefined) throw new Error(`The ${place} of ${operationId} has no example. Give it one.`);
  return literal(example);
}

/** The value as TypeScript. */
export function literal(value: unknown): string {
  return oneLine(value)
    .replaceAll(/"(\w+)":/g, '$1:')
    .replaceAll(/"((?:[^"\\']|\\[^"])*)"/g, "'$1'");
}
