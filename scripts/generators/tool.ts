import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** A tool that generates clients, and its steps. A step that fails throws with the output of the tool. */
export interface Tool {
  /** The name in the table. */
  readonly name: string;
  readonly version: string;
  /** The programs that the tool needs. If one is missing, the tool is skipped and named. */
  readonly needs: readonly string[];
  /** Installs the tool, once for each version. */
  install(): unknown;
  /** Generates code from the contract into a folder, with as few options as possible. */
  generate(work: Work): Promise<void>;
  /** Compiles the generated code, with the program if there is one. */
  compile(work: Work): Promise<void>;
  /** The command that runs the program on the public contract. A tool without it only generates and compiles. */
  readonly command?: (work: Work) => readonly [program: string, ...args: string[]];
  /** The command that reads the values of a later version, which follow as a file. The tools whose code checks values have one. */
  readonly readValues?: (work: Work) => Promise<readonly [program: string, ...args: string[]]>;
}

export interface Work {
  /** The bundled contract. */
  readonly contract: string;
  /** The folder of this tool and document, empty before `generate`. */
  readonly folder: string;
  /** True if the program is compiled, too. It calls the public contract. */
  readonly hasProgram: boolean;
}

const execute = promisify(execFile);

/** Keeps the tools, their downloads and their build output between runs. */
export const cache: string = fileURLToPath(new URL('../../node_modules/.cache/generators', import.meta.url));
export const programs: string = fileURLToPath(new URL('programs', import.meta.url));

interface RunOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs a program and returns its output. Throws with the last lines if it fails or takes longer than ten minutes. */
export async function run(program: string, args: readonly string[], { cwd, env }: RunOptions = {}): Promise<string> {
  try {
    const options = { cwd, env: { ...process.env, ...env }, timeout: 600_000, maxBuffer: 2 ** 26 };
    return (await execute(program, args, options)).stdout;
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { readonly stdout?: string; readonly stderr?: string };
    const lines = `${stdout}\n${stderr}`.trim().split('\n').slice(-12).join('\n  ');
    throw new Error(`${program} ${args.slice(0, 3).join(' ')}: ${lines || String(error)}`, { cause: error });
  }
}
