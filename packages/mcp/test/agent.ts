/** An agent: the official client, connected over stdio to the program that a user would start. */
import { fileURLToPath } from 'node:url';
import { Client, type CallToolResult } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const bin = fileURLToPath(new URL('../bin/booking-mcp.js', import.meta.url));

export interface Agent extends AsyncDisposable {
  readonly client: Client;
  /** The questions that the person was asked. */
  readonly questions: readonly string[];
  /** Everything that the server wrote, as text. */
  readonly seen: () => string;
  readonly call: (name: string, given?: object) => Promise<Called>;
}

/** The result of a tool. */
export interface Called {
  readonly isError: boolean;
  readonly content: Readonly<Record<string, unknown>>;
}

export interface AgentOptions {
  readonly url: string;
  readonly key: string;
  /** The answer of the person. Undefined: the client cannot ask. */
  readonly person?: 'agrees' | 'declines' | undefined;
  /** The way in which the client asks a person, if it can. Default: by forms. */
  readonly elicitation?: { readonly form?: {}; readonly url?: {} } | undefined;
  /** The revision of the protocol: that of 2025, or the newest. Default: 2025. */
  readonly era?: 'legacy' | 'auto' | undefined;
}

/** Starts the server and connects to it. */
export async function openAgent({ url, key, person, elicitation = {}, era = 'legacy' }: AgentOptions): Promise<Agent> {
  const questions: string[] = [];
  let seen = '';
  const client = new Client(
    { name: 'test', version: '1.0.0' },
    { capabilities: person ? { elicitation } : {}, versionNegotiation: { mode: era } },
  );
  if (person) {
    client.setRequestHandler('elicitation/create', ({ params }) => {
      questions.push(params.message);
      return person === 'agrees' ? { action: 'accept', content: { confirm: true } } : { action: 'decline' };
    });
  }
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: ['--conditions=@booking-service/source', bin, '--url', url],
    env: { BOOKING_API_KEY: key },
    stderr: 'pipe',
  });
  transport.stderr?.on('data', (text: Buffer) => (seen += text.toString()));
  await client.connect(transport);
  return {
    client,
    questions,
    seen: () => seen,
    async call(name, given = {}) {
      const result: CallToolResult = await client.callTool({ name, arguments: { ...given } });
      seen += JSON.stringify(result);
      return { isError: result.isError ?? false, content: (result.structuredContent ?? {}) as Record<string, unknown> };
    },
    [Symbol.asyncDispose]: () => client.close(),
  };
}
