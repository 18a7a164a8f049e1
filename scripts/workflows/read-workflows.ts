import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

/** One step of a workflow: a request, and when it counts as done. */
export interface WorkflowStep {
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
export interface WorkflowDocument {
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
