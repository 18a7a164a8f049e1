/**
 * The samples of each operation: a request by curl and by the client, with the contract's first example. The sample of each
 * webhook: a program that receives it. A file of openapi/code-samples takes the place of a generated sample where it shows more:
 * `<operationId>.sh`, `<operationId>.ts` or `<event type>.ts`.
 */
import type { BundledContract, CodeSample, ContractOperation } from '../document/bundled-contract.ts';
import type { Product } from '../document/product.ts';
import { clientMethods, type ClientMethod } from './client-resources.ts';

/** Returns the contract with the samples of all operations and webhooks. `written` returns the text of a file of openapi/code-samples. */
export function withSamples<T extends BundledContract>(
  contract: T,
  { product, written }: { readonly product: Product; readonly written: (file: string) => string | undefined },
): T {
  const methods = new Map(clientMethods(contract).map((each) => [each.operationId, each]));
  const paths = Object.entries(contract.paths).map(([path, operations]) => [
    path,
    Object.fromEntries(
      Object.entries(operations).map(([verb, operation]) => {
        const method = methods.get(operation.operationId);
        if (!method) throw new Error(`${operation.operationId} has no method in the client.`);
        const samples = [
          {
            lang: 'curl',
            label: 'curl',
            source: written(`${operation.operationId}.sh`) ?? curl(method, operation, product),
          },
          typeScript(written(`${operation.operationId}.ts`) ?? client(method, operation, product)),
        ];
        return [verb, { ...operation, 'x-codeSamples': samples }];
      }),
    ),
  ]);
  const webhooks = Object.entries(contract.webhooks).map(([type, { post }]) => [
    type,
    { post: { ...post, 'x-codeSamples': [typeScript(written(`${type}.ts`) ?? receiver(type, contract, product))] } },
  ]);
  return { ...contract, paths: Object.fromEntries(paths), webhooks: Object.fromEntries(webhooks) };
}

function typeScript(source: string): CodeSample {
  return { lang: 'JavaScript', label: 'TypeScript', source };
}

/** The environment variable of a path parameter: the `id` of a loan is LOAN_ID. */
function variable(name: string, { resource }: ClientMethod): string {
  return (name === 'id' ? `${resource.replace(/s$/, '')}_id` : name).toUpperCase();
}

/** The client's test table: a call of each operation, with the contract's examples. */
export function exampleCalls(contract: BundledContract, product: Product): string {
  const methods = new Map(clientMethods(contract).map((each) => [each.operationId, each]));
  const operations = Object.values(contract.paths).flatMap((each) => Object.values(each));
  const rows = operations.map((operation) => {
    const method = methods.get(operation.operationId);
    if (!method) throw new Error(`${operation.operationId} has no method in the client.`);
    const given = method.path.map(({ name }) => literal(parameterExample(contract, operation, name)));
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

function parameterExample(
  { components }: BundledContract,
  { parameters = [] }: ContractOperation,
  name: string,
): unknown {
  const all = parameters.map((each) =>
    '$ref' in each ? components.parameters?.[each.$ref.split('/').at(-1) ?? ''] : each,
  );
  return all.find((each) => each?.in === 'path' && each.name === name)?.example;
}

function callText(
  { resource, method, body, query, headers }: ClientMethod,
  operation: ContractOperation,
  path: readonly string[],
): string {
  const inputs = [
    ...path,
    ...(body ? [literal(exampleOf(operation))] : []),
    ...(query ? [literal(query.example)] : []),
    ...(headers?.required ? [`{ headers: ${literal(headers.example)} }`] : []),
  ];
  return `client.${resource}.${method}(${inputs.join(', ')})`;
}

function exampleOf({ requestBody }: ContractOperation): unknown {
  const [example] = Object.values(requestBody?.content['application/json']?.examples ?? {});
  return example?.value;
}

function curl(method: ClientMethod, operation: ContractOperation, product: Product): string {
  const [verb = '', path = ''] = method.route.split(' ');
  const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `$${variable(name, method)}`);
  const query = new URLSearchParams(
    Object.entries(method.query?.example ?? {}).flatMap((each) => queryPairs(each, method)),
  );
  const isPosted = method.body !== undefined && verb === 'POST';
  return `${[
    `curl -sS ${verb === 'GET' || isPosted ? '' : `-X ${verb} `}"$${product.variables}_BASE_URL${url}${query.size > 0 ? `?${String(query)}` : ''}"`,
    `  -H "Authorization: Bearer $${product.variables}_API_KEY"`,
    ...Object.entries(method.headers?.example ?? {}).map(([name, value]) => `  -H "${name}: ${String(value)}"`),
    ...(method.body
      ? ['  -H "Content-Type: application/json"', `  -d '${json(exampleOf(operation)).replaceAll("'", `'\\''`)}'`]
      : []),
  ].join(' \\\n')}\n`;
}

/** The names and texts of a query parameter, as its style writes them. */
function queryPairs([name, value]: [string, unknown], { query }: ClientMethod): [string, string][] {
  const style = query?.styles[name];
  if (typeof value !== 'object' || value === null) return [[name, String(value)]];
  const values = Array.isArray(value) ? value.map(String) : Object.entries(value).flat().map(String);
  if (style !== undefined && style !== 'deepObject') return [[name, values.join(style)]];
  if (Array.isArray(value)) return values.map((each) => [name, each]);
  return Object.entries(value).map(([key, each]) => [style ? `${name}[${key}]` : key, String(each)]);
}

function client(method: ClientMethod, operation: ContractOperation, product: Product): string {
  const { path, list } = method;
  const given = path.map(({ name, type }) => {
    const text = `process.env['${variable(name, method)}'] ?? ''`;
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

function receiver(type: string, { 'x-delivery': { signature } }: BundledContract, product: Product): string {
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

type Signature = BundledContract['x-delivery']['signature'];

/** JSON in one line, with spaces as a person writes them. */
function json(value: unknown): string {
  return JSON.stringify(value, null, 1).replaceAll(/\n\s*/g, ' ');
}

/** The value as TypeScript. */
function literal(value: unknown): string {
  return json(value)
    .replaceAll(/"(\w+)":/g, '$1:')
    .replaceAll(/"((?:[^"\\']|\\[^"])*)"/g, "'$1'");
}
