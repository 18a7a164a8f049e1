/** Runs the steps of a workflow of GitHub Actions on this computer, as a runner does. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

/** A step that runs a command. */
export interface Step {
  readonly run: string;
  readonly env?: Readonly<Record<string, string>>;
}

interface Workflow {
  readonly jobs: {
    readonly test: {
      readonly steps: readonly (Partial<Step> & {
        readonly uses?: string;
        readonly if?: string;
        readonly with?: Readonly<Record<string, string>>;
      })[];
    };
  };
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>;
  readonly runs: { readonly steps: readonly Step[] };
}

/**
 * Returns the steps of a workflow that run after a success. The steps of `action`, a composite action, stand where the workflow uses it
 * by the path `folder`. Other actions are left out: they prepare a runner.
 */
export function readSteps(workflow: string, { folder, action }: { folder: string; action: string }): Step[] {
  const { steps } = (parse(workflow) as Workflow).jobs.test;
  return steps.flatMap(({ uses, run, if: condition, with: given }) => {
    if (run !== undefined) return condition === undefined ? [{ run }] : [];
    return uses?.includes(`/${folder}@`) ? readAction(action, given) : [];
  });
}

/** Returns the steps of a composite action with these inputs. */
export function readAction(text: string, given: Readonly<Record<string, string>> = {}): Step[] {
  const { inputs, runs } = parse(text) as Action;
  for (const name of Object.keys(given))
    if (!Object.hasOwn(inputs, name)) throw new Error(`The action has no input ${name}.`);
  const valueOf = (name: string) => String(given[name] ?? inputs[name]?.default);
  return runs.steps.map(({ run, env = {} }) => ({
    run,
    env: Object.fromEntries(
      Object.entries(env).map(([name, value]) => [
        name,
        value.replace(/\$\{\{ inputs\.([\w-]+) \}\}/, (_, input: string) => valueOf(input)),
      ]),
    ),
  }));
}

/** A job on this computer. Dispose it to end what its steps left in the background, as a runner does at the end of a job. */
export interface Job extends AsyncDisposable {
  /** Runs a step, with the environment that the steps before it set. Returns its output, or throws with it. */
  run(step: Step): Promise<string>;
  /** The outputs of all steps. */
  outputs(): Readonly<Record<string, string>>;
}

/** Opens a job in a folder, with this environment. */
export function openJob(cwd: string, env: NodeJS.ProcessEnv): Job {
  const temporary = join(cwd, 'runner-temp');
  const [environmentFile, outputFile] = [join(temporary, 'env'), join(temporary, 'output')];
  mkdirSync(temporary);
  for (const file of [environmentFile, outputFile]) writeFileSync(file, '');
  const groups: number[] = [];
  return {
    async run({ run, env: own }) {
      const files = { RUNNER_TEMP: temporary, GITHUB_ENV: environmentFile, GITHUB_OUTPUT: outputFile };
      const step = spawn('bash', ['-eo', 'pipefail', '-c', run], {
        cwd,
        env: { ...env, ...files, ...readLines(environmentFile), ...own },
        stdio: ['ignore', 'pipe', 'pipe'],
        detached: true,
      });
      if (step.pid !== undefined) groups.push(step.pid);
      let printed = '';
      for (const stream of [step.stdout, step.stderr]) stream.on('data', (chunk: Buffer) => (printed += String(chunk)));
      const [code] = await once(step, 'exit');
      if (code !== 0) throw new Error(`The step ended with ${code}.\n${run}\n${printed}`);
      return printed;
    },
    outputs: () => readLines(outputFile),
    async [Symbol.asyncDispose]() {
      for (const group of groups) endGroup(group);
    },
  };
}

/** Reads lines of the form NAME=VALUE. */
function readLines(file: string): Record<string, string> {
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return Object.fromEntries(lines.filter(Boolean).map((line) => [line.replace(/=.*/, ''), line.replace(/^.*?=/, '')]));
}

function endGroup(id: number): void {
  try {
    process.kill(-id, 'SIGTERM');
  } catch (error) {
    // The group of a step that left nothing in the background has ended.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
