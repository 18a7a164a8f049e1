import { readFileSync } from 'node:fs';
import { namedContracts, productOf } from '../config.ts';
import { bundle } from '../document/bundle.ts';
import { isJsonObject, type JsonObject } from '../document/bundled-contract.ts';
import type { startMock } from '../mock/start-mock.ts';
import {
  testedDocument,
  type TestedDocument,
  type TestRequest,
  toWire,
  validRequests,
} from '../test-server/requests.ts';
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
    const document: JsonObject = JSON.parse(await bundle(contract, root));
    if (testedDocument(document).views.length === 0)
      throw new UsageError(`${contract.document} has no operation: a mock has nothing to serve.`);
    await using opened = new AsyncDisposableStack();
    const mock = await prism.startMock({ document, port }).catch((cause: NodeJS.ErrnoException) => {
      if (cause.syscall !== 'listen') throw cause;
      throw new Error(`The mock cannot listen on port ${port}: ${cause.message}. Choose another one with --port.`, {
        cause,
      });
    });
    const { url } = opened.use(mock);
    print(await welcome(document, { url, variables: productOf(config, document).variables }));
    // From here the mock runs until the process ends.
    opened.move();
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

async function welcome(document: JsonObject, { url, variables }: Shown): Promise<string> {
  const tested = testedDocument(document);
  const { title, version } = document['info'] as { readonly title: string; readonly version: string };
  const requests = tested.views.flatMap((view) => validRequests(view, tested));
  // curl takes the body of a form in another way.
  const posted = requests.find(({ sent }) => isJsonObject(sent.body));
  const first = posted ?? requests.find(({ sent }) => sent.body === undefined);
  const named = requests.map(namedExample).toSorted((a, b) => b.choice - a.choice)[0];
  const refused = Object.keys(first?.view.responses ?? {}).find((status) => /^4\d\d$/.test(status));
  const pasted: readonly [title: string, request: TestRequest | undefined, flags: string][] = [
    ['A valid request gets a success response:', first, ''],
    ['The header Prefer selects another documented status:', refused ? first : undefined, prefer(`code=${refused}`)],
    [
      'The header Prefer also selects an example by its name:',
      named && named.choice > 0 ? named.request : undefined,
      prefer(named?.selects ?? ''),
    ],
    [
      'An invalid request gets a refusal. The header sl-violations has the reason:',
      posted && { ...posted, sent: { ...posted.sent, body: 'wrong' } },
      ' -i',
    ],
  ];
  const shown = pasted.flatMap(([about, request, flags]) => (request ? [{ about, request, flags }] : []));
  const commands = shown.map(async ({ about, request, flags }) => {
    return `${about}\n  ${await curl(request, tested, { variables, flags })}`;
  });
  const lines = [
    `${title} ${version}, mock at ${url}`,
    'The mock returns the examples of the contract and stores nothing. It accepts any key. Paste into another terminal:',
    `  export ${variables}_BASE_URL=${url} ${variables}_API_KEY=${prefixOf(document)}any`,
    ...(await Promise.all(commands)),
    'Stop: Ctrl-C',
  ];
  return `\n${lines.join('\n\n')}`;
}

/** The first characters of a key for tests, from x-access. */
function prefixOf({ 'x-access': access }: JsonObject): string {
  const { key_modes = {} } = (access ?? {}) as { readonly key_modes?: Readonly<Record<string, { prefix: string }>> };
  return Object.values(key_modes)[0]?.prefix ?? '';
}

/** The last example of a success response, and between how many it is chosen. */
function namedExample(request: TestRequest): { request: TestRequest; choice: number; selects: string } {
  const { responses } = request.view;
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

async function curl(request: TestRequest, tested: TestedDocument, { variables, flags }: Curl): Promise<string> {
  const base = 'http://mock.test';
  const key = `$${variables}_API_KEY`;
  const wire = await toWire(request, tested, { url: base, key });
  const names = Object.keys(request.sent.options?.headers ?? {});
  const headers = ['Authorization', 'Cookie', 'Content-Type', ...names].flatMap((name) => {
    const value = wire.headers.get(name);
    return value === null ? [] : [` -H "${name}: ${value}"`];
  });
  const address = wire.url.slice(base.length).replaceAll(encodeURIComponent(key), key);
  const text = await wire.text();
  const data = text === '' ? '' : ` -d '${text.replaceAll("'", `'\\''`)}'`;
  return `curl -s ${wire.method === 'GET' ? '' : `-X ${wire.method} `}"$${variables}_BASE_URL${address}"${headers.join('')}${flags}${data}`;
}
