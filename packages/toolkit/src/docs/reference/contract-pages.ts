/** The pages of the public contract: a page per operation and webhook, and a page per part of its behavior. */
import type { BundledContract, ContractOperation, OperationBehavior } from '../../document/bundled-contract.ts';
import { typedDocument } from '../../generate/typed-document.ts';
import { accessSection } from '../behavior/access-section.ts';
import { deliverySection } from '../behavior/delivery-section.ts';
import { idempotencySection } from '../behavior/idempotency-section.ts';
import { limitSection } from '../behavior/limit-section.ts';
import { runSection } from '../behavior/run-section.ts';
import { sandboxSection } from '../behavior/sandbox-section.ts';
import { stateSection } from '../behavior/state-section.ts';
import { code } from '../site/markdown-table.ts';
import type { PageGroup, SitePage } from '../site/site-page.ts';
import { errorGroup, errorLink } from './error-pages.ts';
import { fieldTable } from './field-table.ts';
import { operationText, type Operation } from './operation-page.ts';
import { operationPath } from './operation-path.ts';
import { resolverOf } from './schema.ts';

const behavior = {
  states: { title: 'States', write: stateSection },
  idempotency: { title: 'Idempotency', write: idempotencySection },
  access: { title: 'Keys and scopes', write: accessSection },
  limits: { title: 'Limits', write: limitSection },
  runs: { title: 'Retries at a provider', write: runSection },
  sandbox: { title: 'Sandbox', write: sandboxSection },
} as const;

/** Returns the groups of the public contract. Throws if an operation has a tag without a description in the contract. */
export function contractGroups(published: BundledContract): PageGroup[] {
  const contract = typedDocument(published);
  return [
    {
      title: 'Operations',
      summary: 'Every operation of the API, with its fields, responses and errors.',
      pages: operationsOf(contract).map((each) => operationPage(contract, each)),
    },
    {
      title: 'Webhooks',
      summary: 'The events that the service sends, their delivery and their signature.',
      pages: [
        pageOf('webhooks/delivery', 'Delivery and signature', deliverySection(contract)),
        ...Object.keys(contract.webhooks).map((type) => webhookPage(contract, type)),
      ],
    },
    {
      title: 'Behavior',
      summary: 'How bookings change, how keys and limits work, and what the sandbox simulates.',
      pages: Object.entries(behavior).map(([name, { title, write }]) => {
        return pageOf(`reference/${name}`, title, write(contract));
      }),
    },
    errorGroup(contract),
  ];
}

interface RoutedOperation {
  readonly method: string;
  readonly path: string;
  readonly operation: ContractOperation;
}

/** The operations in the order of the contract's tags. */
function operationsOf({ paths, tags }: BundledContract): RoutedOperation[] {
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );
  const order = tags.map(({ name }) => name);
  const placeOf = ({ operation }: RoutedOperation) => order.indexOf(operation.tags[0] ?? '');
  const unplaced = all.find((each) => placeOf(each) < 0);
  if (unplaced) throw new Error(`The operation ${unplaced.operation.operationId} has no tag of the contract.`);
  return all.toSorted((a, b) => placeOf(a) - placeOf(b));
}

function operationPage(contract: BundledContract, { method, path, operation }: RoutedOperation): SitePage {
  const { operationId, 'x-behavior': required } = operation;
  const variables = sampleVariables(operation);
  return {
    path: operationPath(operationId),
    markdown: operationText({
      method,
      path,
      // The bundled contract is linted: each operation has these parts.
      operation: operation as unknown as Operation,
      resolve: resolverOf(contract),
      requirements: [`Operation id: ${code(operationId)}.`, ...requirementsOf(required)],
      beforeSamples: [
        'Set `BOOKING_BASE_URL={base_url}` and `BOOKING_API_KEY` to a key.',
        ...(variables.length > 0 ? [`Also set ${variables.map(code).join(' and ')}.`] : []),
      ].join(' '),
      describeError: (name) => {
        const entry = contract['x-errors'][name];
        return entry && [errorLink(name), entry.message, entry.action];
      },
      level: 1,
    }),
  };
}

/** The variables that a sample reads besides the address and the key. */
function sampleVariables({ 'x-codeSamples': samples }: ContractOperation): string[] {
  const shell = samples.find(({ label }) => label === 'curl')?.source ?? '';
  const names = [...shell.matchAll(/\$\{?([A-Z][A-Z_]+)/g)].map(([, name = '']) => name);
  return [...new Set(names)].filter((name) => name !== 'BOOKING_BASE_URL' && name !== 'BOOKING_API_KEY');
}

function requirementsOf({
  scope,
  live_key,
  metered,
  test_allowance,
  billing,
  repeatable,
}: OperationBehavior): string[] {
  return [
    `Requires the scope ${code(scope)}${live_key ? ' and a live key' : ''}: [keys and scopes](site:reference/access).`,
    metered ? 'Counts against the [rate limit](site:reference/limits).' : 'Is not metered.',
    ...(billing ? ['Requires billing in good standing.'] : []),
    ...(test_allowance ? ['A test key requires remaining test allowance.'] : []),
    repeatable
      ? 'If the outcome is unknown, you can send the same request again.'
      : 'If the outcome is unknown, read the current state before you send the request again.',
  ];
}

function webhookPage(contract: BundledContract, type: string): SitePage {
  const post = contract.webhooks[type]?.post;
  if (!post) throw new Error(`The contract has no webhook ${type}.`);
  const { schema, examples } = post.requestBody.content['application/json'];
  const [example] = Object.values(examples);
  const samples = post['x-codeSamples'].map(({ source }) => `\`\`\`ts\n${source.trimEnd()}\n\`\`\``);
  const text = `
${post.description}

Requests, retries and the header \`Service-Signature\` are the same for every type: [delivery and signature](site:webhooks/delivery).

## Fields

${fieldTable(schema, resolverOf(contract))}

## Example

\`\`\`json
${JSON.stringify(example?.value, null, 2)}
\`\`\`

## Receive it

Set \`BOOKING_WEBHOOK_SECRET\` to the signing secret of the organization, and \`PORT\` to a free port.

${samples.join('\n\n')}
`;
  return pageOf(`webhooks/${type}`, code(type), text);
}

function pageOf(path: string, title: string, text: string): SitePage {
  return { path, markdown: `# ${title}\n\n${text.trim()}\n` };
}
