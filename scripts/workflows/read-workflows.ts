import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { readBundledContract } from '@booking-service/toolkit';
import { contractOf } from '@booking-service/toolkit/gate';
import { contracts } from '../contract-files.ts';

/** One step of a workflow: a request, and when it counts as done. */
interface WorkflowStep {
  readonly stepId: string;
  readonly description: string;
  /** With more than one source it is `$sourceDescriptions.<name>.<operationId>`. */
  readonly operationId: string;
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly value: string | number }[];
  readonly requestBody?: { readonly payload: unknown };
  readonly successCriteria: readonly { readonly condition: string }[];
  readonly onFailure?: readonly { readonly type: string; readonly retryAfter: number; readonly retryLimit: number }[];
}

/** One Arazzo document, with one workflow. */
interface WorkflowDocument {
  readonly file: string;
  readonly info: { readonly title: string };
  readonly workflows: readonly [
    {
      readonly workflowId: string;
      readonly summary: string;
      readonly description: string;
      readonly steps: readonly WorkflowStep[];
    },
  ];
}

const folder = new URL('../../openapi/workflows/', import.meta.url);
/** The order in which a reader needs them. */
const order = ['book', 'answer', 'pay', 'cancel', 'modify', 'webhooks', 'catch-up'];

/** Reads the Arazzo documents. Redocly checks their form (`npm run lint:contract`). */
export function readWorkflows(): WorkflowDocument[] {
  const names = readdirSync(folder).map((file) => file.replace('.arazzo.yaml', ''));
  const sorted = names.toSorted((one, other) => order.indexOf(one) - order.indexOf(other));
  return sorted.map((name) => readDocument(fileURLToPath(new URL(`${name}.arazzo.yaml`, folder))));
}

/** Reads one Arazzo document. */
export function readDocument(path: string): WorkflowDocument {
  return { file: basename(path), ...(parse(readFileSync(path, 'utf8')) as Omit<WorkflowDocument, 'file'>) };
}

/** The part of the report of `redocly respect --json-output` that is read here. */
export interface RespectReport {
  readonly files: Readonly<
    Record<
      string,
      {
        readonly executedWorkflows: readonly {
          readonly executedSteps: readonly { readonly stepId: string; readonly status: string }[];
        }[];
      }
    >
  >;
}

export interface CountedSteps {
  readonly passed: number;
  readonly all: number;
}

/** Counts the steps of a document, and those whose last try passed. A step that was never reached did not pass. */
export function countSteps({ files }: RespectReport, { workflows }: WorkflowDocument): CountedSteps {
  const tries = Object.values(files).flatMap((file) => file.executedWorkflows.flatMap((each) => each.executedSteps));
  const last = new Map(tries.map(({ stepId, status }) => [stepId, status]));
  const steps = workflows.flatMap((workflow) => workflow.steps);
  return { passed: steps.filter(({ stepId }) => last.get(stepId) === 'success').length, all: steps.length };
}

/** The method, path and summary of an operation, by its id. */
type OperationTexts = ReadonlyMap<string, { readonly route: string; readonly summary: string }>;

/** Returns the page of the docs: each workflow, with its requests in order. Its links are those of a page in docs/integrate. */
export function workflowsPage(): string {
  const operations = operationTexts();
  const sections = readWorkflows().map((document) => toSection(document, operations));
  return `# Workflows

The main journeys through the interface, as data: each is an [Arazzo](https://spec.openapis.org/arazzo/latest.html) 1.0.1
document that a program can read and run. \`npm run verify -- workflows\` runs all of them against a sandbox, with
\`redocly respect\`.

Run one against your own sandbox:

\`\`\`sh
npx @redocly/cli respect openapi/workflows/book.arazzo.yaml --server booking=http://127.0.0.1:7420 \\
  --input key=$KEY --input date=$DATE --input order=$ORDER
\`\`\`

In a request, \`$steps.findSlot.outputs.slot_id\` is what the step findSlot has found, and \`$inputs.date\` what you pass.

${sections.join('\n\n')}
`;
}

/** The operations of the public and of the admin contract. */
function operationTexts(): OperationTexts {
  const documents = ['public', 'admin'].map((name) => readBundledContract(contractOf(contracts, name).bundle));
  return new Map(
    documents.flatMap(({ paths }) =>
      Object.entries(paths).flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, { operationId, summary }]) => [
          operationId,
          // The linter requires a summary.
          { route: `${method.toUpperCase()} ${path}`, summary: String(summary) },
        ]),
      ),
    ),
  );
}

function toSection({ file, info, workflows: [workflow] }: WorkflowDocument, operations: OperationTexts): string {
  const { summary, description, steps } = workflow;
  return `## ${info.title}

${summary} ${description.trim()} As data: [${file}](../../openapi/workflows/${file}).

${steps.map((step, index) => toStep(step, index + 1, operations)).join('\n')}`;
}

function toStep(step: WorkflowStep, number: number, operations: OperationTexts): string {
  const { description, parameters = [], requestBody, successCriteria, onFailure = [] } = step;
  const id = step.operationId.split('.').at(-1) ?? '';
  const operation = operations.get(id);
  if (!operation) throw new Error(`${step.stepId} calls ${id}, which the contracts do not have.`);
  const headers = parameters.filter((each) => each.in === 'header').map(({ name, value }) => `${name}: ${value}`);
  const query = parameters.filter((each) => each.in === 'query').map(({ name, value }) => `${name}=${value}`);
  const conditions = successCriteria.map(({ condition }) => `\`${condition}\``).join(' and ');
  const lines = [
    `${number}. **${operation.summary}**, \`${operation.route}\`. ${description}`,
    ...headers.map((header) => `   - Header: \`${header}\``),
    ...(query.length > 0 ? [`   - Query: \`${query.join('&')}\``] : []),
    ...(requestBody ? [`   - Body: \`${JSON.stringify(requestBody.payload)}\``] : []),
    `   - Done when ${conditions}`,
    ...onFailure.map(({ retryAfter }) => `   - Until then, repeat it every ${retryAfter} s`),
  ];
  return lines.join('\n');
}
