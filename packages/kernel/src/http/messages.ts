/** The parts of a request and of a response that node:http, node:http2 and web-handler.ts have in common. */
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';

/** The part of a request that the service reads. */
export interface HttpRequest extends Readable {
  readonly method?: string | undefined;
  /** The path and the query. In an app of Express or Connect, they are relative to the path of the mount. */
  url?: string | undefined;
  readonly headers: IncomingHttpHeaders;
  /** Names and values by turns, as they were sent. */
  readonly rawHeaders: readonly string[];
  /** From 2 on, a request needs no header that announces its body. */
  readonly httpVersionMajor: number;
  /** True once the whole body has arrived. */
  readonly complete: boolean;
  readonly socket: { readonly remoteAddress?: string | undefined };
  /** The path of the mount, as Express sets it. */
  baseUrl?: string | undefined;
  /** The whole path and the query, as Express and Connect set it. */
  readonly originalUrl?: string | undefined;
  /** The body, if a parser in front of the service has read it. */
  readonly body?: unknown;
}

/** The part of a response that the service writes. */
export interface ResponseWriter {
  readonly headersSent: boolean;
  readonly statusCode: number;
  /** True if the client has closed the connection. The response of node:http2 does not have it, and ignores what is written then. */
  readonly destroyed?: boolean;
  writeHead(status: number, headers: OutgoingHttpHeaders): Pick<ResponseWriter, 'end'>;
  end(): unknown;
  end(body: string | Buffer): unknown;
  end(body: string, encoding: BufferEncoding): unknown;
  destroy(): unknown;
  on(event: 'close', listener: () => void): unknown;
}
