import type { WorkflowDocument } from './read-workflows.ts';

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
