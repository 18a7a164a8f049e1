import { readFileSync } from 'node:fs';
import { namedContracts, productOf } from '../config.ts';
import type { BundledContract } from '../document/bundled-contract.ts';
import { bundle, withBlocks } from '../document/bundle.ts';
import type { startMock } from '../mock/start-mock.ts';
import { headersOf, pathOf, testRequests, type TestRequest } from '../test-server/requests.ts';
import { currentProject, print, readArgs, UsageError, type Command } from './command.ts';

const usage = `Usage: contract mock [--port NUMBER] [--contract NAME]

Serves the examples of a contract on 127.0.0.1, as prism mock does, until the process ends. It validates requests, stores nothing, and prints
requests to paste. Prism is an optional peer dependency: without it, the command names the package to install.

  --port <NUMBER>    a number from 0 to 65535, 0 for any free port; default 4010
  --contract <NAME>  the contract; default: the first of toolkit.config.ts`;

export const mockCommand: Command = {
  summary: 'serves the examples of a contract',
  usage,
  async run(args) {
    const flags = { contract: { type: 'string' }, port: { type: 'string' } } as const;
    const { values } = readArgs(args, { flags, usage });
    const port = Number(/^\d{1,5}$/.test(values.port ?? '4010') ? (values.port ?? '4010') : NaN);
    if (!(port <= 65_535))
      throw new UsageError(`--port takes a number from 0 to 65535, not ${values.port}.\n\n${usage}`);
    const { root, config } = await currentProject();
    const [[, contract] = []] = namedContracts(config, { root, only: values.contract });
    if (!contract) throw new UsageError('toolkit.config.ts has no contract.');
    const prism = await loadMock();
    const document = JSON.parse(await bundle(contract, root));
    try {
      const { url } = await prism.startMock({ document, port });
      print(welcome(withBlocks(document), { url, variables: productOf(config, document).variables }));
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new Error(`The mock cannot listen on port ${port}: ${reason}. Choose another one with --port.`, { cause });
    }
    return 0;
  },
};

/**
 * Loads Prism.
 *
 * @throws if it is not installed.
 */
async function loadMock(): Promise<{ readonly startMock: typeof startMock }> {
  try {
    return await import('../mock/start-mock.ts');
  } catch (cause) {
    const isMissing = cause instanceof Error && 'code' in cause && cause.code === 'ERR_MODULE_NOT_FOUND';
    if (!isMissing || !cause.message.includes('@stoplight/')) throw cause;
    const { peerDependencies }: { readonly peerDependencies: Readonly<Record<string, string>> } = JSON.parse(
      readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
    );
    // The sign ^ means something else in some shells.
    const packages = Object.entries(peerDependencies).map(([name, version]) => `${name}@${version.replace('^', '')}`);
    throw new UsageError(
      `contract mock needs Prism, which is not installed. Run: npm install --save-dev ${packages.join(' ')}`,
    );
  }
}

interface Shown {
  readonly url: string;
  readonly variables: string;
}

function welcome(contract: BundledContract, { url, variables }: Shown): string {
  const { title, version } = contract.info;
  const requests = testRequests(contract).filter(({ hasKey, status }) => hasKey && status === undefined);
  const posted = requests.find(({ body }) => body !== undefined);
  const first = posted ?? requests[0];
  const named = requests.map(namedExample).toSorted((a, b) => b.choice - a.choice)[0];
  const refused = Object.keys(first?.operation.responses ?? {}).find((status) => /^4\d\d$/.test(status));
  const pasted: readonly [title: string, request: TestRequest | undefined, flags: string][] = [
    ['A valid request gets a success response:', first, ''],
    ['The header Prefer selects another documented status:', refused ? first : undefined, prefer(`code=${refused}`)],
    ['The header Prefer also selects an example by its name:', named?.request, prefer(named?.selects ?? '')],
    [
      'An invalid request gets a refusal. The header sl-violations has the reason:',
      posted && { ...posted, body: '"wrong"' },
      ' -i',
    ],
  ];
  const [mode] = Object.values(contract['x-access']?.key_modes ?? {});
  const lines = [
    `${title} ${version}, mock at ${url}`,
    'The mock returns the examples of the contract and stores nothing. It accepts any key. Paste into another terminal:',
    `  export ${variables}_BASE_URL=${url} ${variables}_API_KEY=${mode?.prefix ?? ''}any`,
    ...pasted.flatMap(([about, request, more]) =>
      request ? [`${about}\n  ${curl(request, { variables, flags: more })}`] : [],
    ),
    'Stop: Ctrl-C',
  ];
  return `\n${lines.join('\n\n')}`;
}

/** The last example of a success response, and between how many it is chosen. */
function namedExample(request: TestRequest): { request: TestRequest; choice: number; selects: string } {
  const { responses } = request.operation;
  const [status = '', response] = Object.entries(responses).find(([code]) => /^2\d\d$/.test(code)) ?? [];
  const [content] = Object.values(response?.content ?? {});
  const names = Object.keys(content?.examples ?? {});
  return { request, choice: names.length, selects: `code=${status}, example=${names.at(-1) ?? ''}` };
}

function prefer(value: string): string {
  return ` -H "Prefer: ${value}"`;
}

interface Curl {
  readonly variables: string;
  readonly flags: string;
}

function curl(request: TestRequest, { variables, flags }: Curl): string {
  const { method, body } = request;
  const headers = headersOf(request).map(([name, value]) => ` -H "${name}: ${value}"`);
  const data = body === undefined ? '' : ` -d '${body.replaceAll("'", `'\\''`)}'`;
  const key = ` -H "Authorization: Bearer $${variables}_API_KEY"`;
  return `curl -s ${method === 'GET' ? '' : `-X ${method} `}"$${variables}_BASE_URL${pathOf(request)}"${key}${headers.join('')}${flags}${data}`;
}
