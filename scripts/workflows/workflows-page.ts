import { readBundledContract } from '@booking-service/toolkit';
import { contractOf } from '@booking-service/toolkit/gate';
import { contracts } from '../contract-files.ts';
import { readWorkflows, type WorkflowDocument, type WorkflowStep } from './read-workflows.ts';

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
