/** Receivers of one organization's webhooks whose secrets can be replaced while they run: ours, and one in Python. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { createReceiver, createVerifier, eventTypes } from '@booking-service/webhooks';
import { createNodeHandler } from '@booking-service/webhooks/node';
// @boundaries-ignore receivers and proxies of tests come from one place
import { listenOnLoopback } from '../../../../kernel/test/support/network/listen-on-loopback.ts';

export interface Receiver extends AsyncDisposable {
  readonly url: string;
  /** The genuine webhooks, in order: the index of the secret that verified each, and its event. */
  readonly verified: readonly { readonly secret: number; readonly event_id: string }[];
  /** The reason of each refused webhook. */
  readonly refused: readonly string[];
  /** Verifies from now on with these secrets. Resolves when no later webhook is verified with others. */
  useSecrets(secrets: readonly string[]): Promise<void>;
}

/** Starts the receiver of @booking-service/webhooks. */
export async function startOurReceiver(): Promise<Receiver> {
  const verified: { secret: number; event_id: string }[] = [];
  const refused: string[] = [];
  let verifier = createVerifier({ secrets: ['whsec_not_set_yet'] });
  const receiver = createReceiver({
    verifier: { ...verifier, checkAsync: async (body, headers) => verifier.checkAsync(body, headers) },
    onRefused: ({ reason }) => void refused.push(reason),
  });
  for (const type of eventTypes) {
    receiver.on(type, ({ id }, { secretIndex }) => void verified.push({ secret: secretIndex, event_id: id }));
  }
  const server = createServer(createNodeHandler(receiver));
  const url = await listenOnLoopback(server);
  return {
    url: `${url}/webhooks`,
    verified,
    refused,
    useSecrets: async (secrets) => void (verifier = createVerifier({ secrets })),
    async [Symbol.asyncDispose]() {
      const closed = once(server.close(), 'close');
      server.closeAllConnections();
      await closed;
    },
  };
}

const program = fileURLToPath(new URL('receiver.py', import.meta.url));
const verifierFolder = fileURLToPath(new URL('../../../../../examples/verify-webhooks-python', import.meta.url));

/** Starts receiver.py, which shares no code with the package. */
export async function startPythonReceiver(): Promise<Receiver> {
  const child = spawn('python3', ['-B', program, verifierFolder], { stdio: ['pipe', 'pipe', 'inherit'] });
  const failed = new Promise<never>((_, reject) => {
    child.once('error', (cause) => {
      reject(new Error('The Python receiver needs python3. Install it: apt-get install python3.', { cause }));
    });
  });
  const verified: { secret: number; event_id: string }[] = [];
  const refused: string[] = [];
  const waiting: ((word: string) => void)[] = [];
  createInterface(child.stdout).on('line', (line) => {
    const [first = '', second = ''] = line.split(' ');
    if (first === 'refused') refused.push(second);
    else if (first === 'port' || first === 'secrets') waiting.shift()?.(second);
    else verified.push({ secret: Number(first), event_id: second });
  });
  const nextWord = () => Promise.race([new Promise<string>((resolve) => waiting.push(resolve)), failed]);
  const port = await nextWord();
  return {
    url: `http://127.0.0.1:${port}/webhooks`,
    verified,
    refused,
    async useSecrets(secrets) {
      const replaced = nextWord();
      child.stdin.write(`${secrets.join()}\n`);
      await replaced;
    },
    async [Symbol.asyncDispose]() {
      const ended = once(child, 'close');
      child.kill();
      await ended;
    },
  };
}
