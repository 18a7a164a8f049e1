/** The contract as Redoc shows it: with pages on its behaviour, and with what each operation asks for and is refused with. */
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

/** The pages that are made of openapi/behavior/, by the name that stands in their addresses. */
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

/** The document that the page is made of. Throws where a tag of the contract is in no group, and so would not be shown. */
export function referenceDocument(contract: BundledContract): object {
  const described = Object.entries(pages).map(([name, { title, write }]): Tag => {
    return { name, description: write(contract).trim(), 'x-displayName': title };
  });
  const tags = [...contract.tags.map(titled), ...described];
  const shown = new Set(groups.flatMap(({ tags: names }) => names));
  const hidden = tags.find(({ name }) => !shown.has(name));
  if (hidden) throw new Error(`The tag ${hidden.name} is in no group: add it to scripts/docs/reference-document.ts.`);
  return {
    ...contract,
    tags,
    'x-tagGroups': groups,
    paths: mapEntries(contract.paths, (_path, methods) => mapEntries(methods, (_method, each) => explained(each))),
    // The navigation lists webhooks by their summaries: their types are what a receiver looks for.
    webhooks: mapEntries(contract.webhooks, (type, { post }) => ({ post: { ...withSample(post), summary: type } })),
    components: {
      ...contract.components,
      responses: mapEntries(contract.components.responses, (_name, each) => coded(each)),
    },
  };
}

function titled(tag: Tag): Tag {
  return { ...tag, 'x-displayName': tag.name.charAt(0).toUpperCase() + tag.name.slice(1) };
}

function explained(operation: ContractOperation): ContractOperation {
  const { description, responses, operationId, 'x-behavior': behavior } = operation;
  const asks = asksFor(behavior);
  return {
    ...operation,
    description: `${description}\n\nOperation ${code(operationId)}. ${asks}`,
    responses: mapEntries(responses, (_status, each) => coded(each)),
  };
}

function asksFor({ scope, live_key, metered, test_allowance, billing, repeatable }: OperationBehavior): string {
  return [
    `Needs the scope ${code(scope)}${live_key ? ' and a live key' : ''}.`,
    metered ? 'Counts against the rate limit.' : 'Is not metered.',
    ...(billing ? ['Needs billing in order.'] : []),
    ...(test_allowance ? ['A test key needs test allowance left.'] : []),
    repeatable
      ? 'Where its outcome is unknown, the same call may be sent again.'
      : 'Where its outcome is unknown, read what became of it before you send it again.',
  ].join(' ');
}

/** Redoc shows a webhook's sample in place of its body, and one alone: the sample goes into the text. */
function withSample({ description, 'x-codeSamples': samples, ...webhook }: ContractWebhook): object {
  const programs = samples.map(({ source }) => `\n\n\`\`\`typescript\n${source}\`\`\``);
  return { ...webhook, description: [description, ...programs].join('') };
}

/** A refusal's description says its codes, which Redoc does not show. */
function coded(response: ContractResponse): ContractResponse {
  const codes = response['x-error-codes'];
  if (!codes) return response;
  return { ...response, description: `${response.description ?? ''} ${codes.map(code).join(', ')}`.trim() };
}

function mapEntries<V, W>(record: Readonly<Record<string, V>>, map: (key: string, value: V) => W): Record<string, W> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(key, value)]));
}
