/** The pages of the public contract: a page per operation and webhook, and a page per part of its behavior. */
import type { BundledContract, ContractOperation, OperationBehavior } from '../../document/bundled-contract.ts';
import type { Product } from '../../document/names.ts';
import { typedDocument } from '../../generate/typed-document.ts';
import { accessSection, idempotencySection, limitSection } from '../behavior/access-section.ts';
import { deliverySection } from '../behavior/delivery-section.ts';
import { stateSection } from '../behavior/state-section.ts';
import { code } from '../site/markup.ts';
import type { PageGroup, SitePage } from '../site/site-page.ts';
import { errorGroup, errorLink } from './error-pages.ts';
import { eventPage, eventsOf } from './event-page.ts';
import { type Operation, operationPath, operationText } from './operation-page.ts';
import { resolverOf } from './field-table.ts';

/** A page about a part of the behavior. */
export interface BehaviorPage {
  /** Its place: `states` is reference/states. */
  readonly name: string;
  readonly title: string;
  readonly write: (contract: BundledContract) => string;
}

export interface ContractPages {
  readonly product: Product;
  readonly pages?: readonly BehaviorPage[];
  /** The path of the guide about errors, to which the page of each code links. */
  readonly errorGuide?: string;
}

const behavior: readonly BehaviorPage[] = [
  { name: 'states', title: 'States', write: stateSection },
  { name: 'idempotency', title: 'Idempotency', write: idempotencySection },
  { name: 'access', title: 'Keys and scopes', write: accessSection },
  { name: 'limits', title: 'Limits', write: limitSection },
];

/**
 * Returns the groups of a contract. `pages` are about the project's own blocks. A page takes the place of another one of its name.
 *
 * @throws if an operation has a tag without a description in the contract.
 */
export function contractGroups(
  published: BundledContract,
  { product, pages: own = [], errorGuide }: ContractPages,
): PageGroup[] {
  const names = new Set(own.map(({ name }) => name));
  const behaviors = [...behavior.filter(({ name }) => !names.has(name)), ...own];
  const contract = typedDocument(published);
  return [
    {
      title: 'Operations',
      isOfApi: true,
      summary: 'Every operation of the API, with its fields, responses and errors.',
      pages: operationsOf(contract).map((each) => operationPage(contract, each, product)),
    },
    {
      title: 'Webhooks',
      isOfApi: true,
      summary: 'The events that the service sends, their delivery and their signature.',
      pages: [
        pageOf('webhooks/delivery', 'Delivery and signature', deliverySection(contract, product)),
        ...Object.keys(contract.webhooks).map((type) => eventPage(contract, type, product)),
      ],
    },
    {
      title: 'Behavior',
      summary: 'How resources change, how keys and limits work, and what the sandbox simulates.',
      pages: behaviors.map(({ name, title, write }) => {
        return pageOf(`reference/${name}`, title, write(contract));
      }),
    },
    errorGroup(contract, errorGuide),
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

function operationPage(
  contract: BundledContract,
  { method, path, operation }: RoutedOperation,
  { variables: prefix }: Product,
): SitePage {
  const { operationId, 'x-behavior': required } = operation;
  const variables = sampleVariables(operation, prefix);
  const events = eventsOf(contract, operationId);
  return {
    path: operationPath(operationId),
    markdown: operationText({
      method,
      path,
      // The bundled contract is linted: each operation has these parts.
      operation: operation as unknown as Operation,
      resolve: resolverOf(contract),
      requirements: [
        `Operation id: ${code(operationId)}.`,
        ...requirementsOf(required),
        ...(events.length > 0 ? [`Sends ${events.join(', ')}, depending on the outcome.`] : []),
      ],
      beforeSamples: [
        `Set \`${prefix}_BASE_URL={base_url}\` and \`${prefix}_API_KEY\` to a key.`,
        ...(variables.length > 0 ? [`Also set ${variables.map(code).join(' and ')}.`] : []),
      ].join(' '),
      describeError: (name) => {
        const entry = contract['x-errors'][name];
        return entry && [errorLink(name), entry.message, entry.action];
      },
      level: 1,
      isServed: true,
    }),
  };
}

/** The variables that a sample reads besides the address and the key. */
function sampleVariables({ 'x-codeSamples': samples }: ContractOperation, prefix: string): string[] {
  const shell = samples.find(({ label }) => label === 'curl')?.source ?? '';
  const names = [...shell.matchAll(/\$\{?([A-Z][A-Z_]+)/g)].map(([, name = '']) => name);
  return [...new Set(names)].filter((name) => name !== `${prefix}_BASE_URL` && name !== `${prefix}_API_KEY`);
}

function requirementsOf({
  scope,
  live_key,
  metered,
  reads,
  test_allowance,
  billing,
  repeatable,
}: OperationBehavior): string[] {
  return [
    `Requires the scope ${code(scope)}${live_key ? ' and a live key' : ''}: [keys and scopes](site:reference/access).`,
    metered
      ? 'Counts against the [rate limit](site:reference/limits).'
      : reads
        ? 'Is not metered. Counts in the [window of reads](site:reference/limits#reads).'
        : 'Is not metered.',
    ...(billing ? ['Requires billing in good standing.'] : []),
    ...(test_allowance ? ['A test key requires remaining test allowance.'] : []),
    repeatable
      ? 'If the outcome is unknown, you can send the same request again.'
      : 'If the outcome is unknown, read the current state before you send the request again.',
  ];
}

function pageOf(path: string, title: string, text: string): SitePage {
  return { path, markdown: `# ${title}\n\n${text.trim()}\n` };
}
