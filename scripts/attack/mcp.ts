/** An agent that talks to the MCP server over its standard input and output. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const bin = fileURLToPath(new URL('../../packages/mcp/bin/booking-mcp.js', import.meta.url));
const protocolVersion = '2025-06-18';

interface Message {
  readonly id?: number;
  readonly result?: { readonly structuredContent?: Readonly<Record<string, unknown>> };
}

/** Starts five sessions with one confirmation. Returns how many were started. */
export async function confirmOften(url: string, key: string): Promise<string> {
  const child = spawn(process.execPath, ['--conditions=@booking-service/source', bin, '--url', url], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, BOOKING_API_KEY: key },
  });
  const waiting = new Map<number, (message: Message) => void>();
  createInterface(child.stdout).on('line', (line) => {
    // The server writes one JSON-RPC message per line.
    const message = JSON.parse(line) as Message;
    waiting.get(message.id ?? 0)?.(message);
  });
  let sent = 0;
  const write = (message: object) => void child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const request = (method: string, params: object) => {
    const response = Promise.withResolvers<Message>();
    waiting.set((sent += 1), response.resolve);
    write({ id: sent, method, params });
    return response.promise;
  };
  await request('initialize', { protocolVersion, capabilities: {}, clientInfo: { name: 'attack', version: '1' } });
  write({ method: 'notifications/initialized' });
  const given = { body: { channel: 'email', destination: 'ada@diner.test' } };
  const call = async (extra: object) => {
    const { result } = await request('tools/call', { name: 'createSession', arguments: { ...given, ...extra } });
    return result?.structuredContent ?? {};
  };
  const { confirmation } = await call({});
  const results = await Promise.all(Array.from({ length: 5 }, () => call({ confirmation })));
  const closed = once(child, 'close');
  child.kill();
  await closed;
  return `${results.filter(({ object }) => object === 'session').length} session`;
}
