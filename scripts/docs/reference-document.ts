/** The contract for Redoc: with sections on its behaviour, and with the requirements and error codes of each operation. */
import { accessSection } from './access-section.ts';
import { deliverySection } from './delivery-section.ts';
import type {
  BundledContract,
  ContractOperation,
  ContractResponse,
  ContractWebhook,
  OperationBehavior,
  Tag,
} from '../contract/bundled-contract.ts';
import { errorSection } from './error-section.ts';
import { idempotencySection } from './idempotency-section.ts';
import { limitSection } from './limit-section.ts';
import { code } from './markdown-table.ts';
import { runSection } from './run-section.ts';
import { sandboxSection } from './sandbox-section.ts';
import { stateSection } from './state-section.ts';

/** The sections made from openapi/behavior/, by the name in their URLs. */
const pages = {
  states: { title: 'Booking states', write: stateSection },
  errors: { title: 'Errors', write: errorSection },
  idempotency: { title: 'Idempotency', write: idempotencySection },
  access: { title: 'Keys and scopes', write: accessSection },
  limits: { title: 'Limits', write: limitSection },
  runs: { title: 'Retries at a provider', write: runSection },
  delivery: { title: 'Delivery and signature', write: deliverySection },
  sandbox: { title: 'Sandbox', write: sandboxSection },
} as const;

const groups: readonly { readonly name: string; readonly tags: readonly string[] }[] = [
  { name: 'Operations', tags: ['venues', 'availability', 'bookings', 'sessions'] },
  { name: 'Behaviour', tags: ['states', 'errors', 'idempotency', 'access', 'limits', 'runs'] },
  { name: 'Webhooks', tags: ['delivery', 'webhooks'] },
  { name: 'Try it', tags: ['sandbox'] },
];

/** The document that Redoc renders. Throws if a tag of the contract is in no group, because Redoc would not show it. */
export function referenceDocument(contract: BundledContract): object {
  const sections = Object.entries(pages).map(([name, { title, write }]): Tag => {
    return { name, description: write(contract).trim(), 'x-displayName': title };
  });
  const tags = [...contract.tags.map(titled), ...sections];
  const shown = new Set(groups.flatMap(({ tags: names }) => names));
  const hidden = tags.find(({ name }) => !shown.has(name));
  if (hidden) throw new Error(`The tag ${hidden.name} is in no group: add it to scripts/docs/reference-document.ts.`);
  return {
    ...contract,
    tags,
    'x-tagGroups': groups,
    paths: mapEntries(contract.paths, (_path, methods) =>
      mapEntries(methods, (_method, each) => withRequirements(each)),
    ),
    // The navigation shows summaries. Readers search webhooks by their types.
    webhooks: mapEntries(contract.webhooks, (type, { post }) => ({ post: { ...withSample(post), summary: type } })),
    components: {
      ...contract.components,
      responses: mapEntries(contract.components.responses, (_name, each) => withErrorCodes(each)),
    },
  };
}

function titled(tag: Tag): Tag {
  return { ...tag, 'x-displayName': tag.name.charAt(0).toUpperCase() + tag.name.slice(1) };
}

function withRequirements(operation: ContractOperation): ContractOperation {
  const { description, responses, operationId, 'x-behavior': behavior } = operation;
  return {
    ...operation,
    description: `${description}\n\nOperation ${code(operationId)}. ${requirementsOf(behavior)}`,
    responses: mapEntries(responses, (_status, each) => withErrorCodes(each)),
  };
}

function requirementsOf({ scope, live_key, metered, test_allowance, billing, repeatable }: OperationBehavior): string {
  return [
    `Requires the scope ${code(scope)}${live_key ? ' and a live key' : ''}.`,
    metered ? 'Counts against the rate limit.' : 'Is not metered.',
    ...(billing ? ['Requires billing in good standing.'] : []),
    ...(test_allowance ? ['A test key requires remaining test allowance.'] : []),
    repeatable
      ? 'If the outcome is unknown, you can send the same request again.'
      : 'If the outcome is unknown, read the current state before you send the request again.',
  ].join(' ');
}

/** Redoc shows a sample of a webhook instead of its body, and only one. So this adds the samples to the description. */
function withSample({ description, 'x-codeSamples': samples, ...webhook }: ContractWebhook): object {
  const programs = samples.map(({ source }) => `\n\n\`\`\`typescript\n${source}\`\`\``);
  return { ...webhook, description: [description, ...programs].join('') };
}

/** Adds the error codes to the description of a response, because Redoc does not show them. */
function withErrorCodes(response: ContractResponse): ContractResponse {
  const codes = response['x-error-codes'];
  if (!codes) return response;
  return { ...response, description: `${response.description ?? ''} ${codes.map(code).join(', ')}`.trim() };
}

function mapEntries<V, W>(record: Readonly<Record<string, V>>, map: (key: string, value: V) => W): Record<string, W> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(key, value)]));
}
