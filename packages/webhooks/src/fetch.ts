import type { Bytes } from './lib/input.ts';
import type { Receiver } from './lib/receiving/receive.ts';
import { refuse } from './lib/verifying/signature.ts';

/**
 * Creates a handler for runtimes with `Request` and `Response`: Next.js route handlers, Hono, Cloudflare Workers, Deno, Bun.
 * It rejects if the handler of the event throws. The framework then responds with 500, and the service delivers again.
 */
export function createFetchHandler(receiver: Receiver): (request: Request) => Promise<Response> {
  return async function handle(request) {
    const body = await readBody(request, receiver.maxBodyBytes);
    const { status, message } =
      typeof body === 'string' ? receiver.refuse(refuse(body)) : await receiver.receive(body, request.headers);
    return new Response(message || null, { status });
  };
}

/** Reads the body, and stops at the maximum size. */
async function readBody(request: Request, maxBytes: number): Promise<ArrayBuffer | 'body_not_raw' | 'body_too_large'> {
  if (request.bodyUsed) return 'body_not_raw';
  const chunks: Bytes[] = [];
  let size = 0;
  const reader = request.body?.getReader();
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    size += read.value.length;
    if (size > maxBytes) {
      await reader?.cancel();
      return 'body_too_large';
    }
    chunks.push(read.value);
  }
  return new Blob(chunks).arrayBuffer();
}
