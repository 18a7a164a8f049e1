/** A real mail server for tests. It stores every message in memory, and can refuse each command. */
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export interface Mail {
  /** The addresses of MAIL FROM and RCPT TO. */
  readonly from: string;
  readonly to: readonly string[];
  /** True if the connection was encrypted. */
  readonly secure: boolean;
  readonly user: unknown;
  /** The headers, and the parts by their type, decoded. */
  readonly headers: string;
  readonly parts: Readonly<Record<string, string>>;
}

export interface MailServer extends AsyncDisposable {
  readonly port: number;
  readonly mails: readonly Mail[];
  /** The commands that got as far as this server's checks. */
  readonly seen: readonly string[];
  /** The largest number of connections at a time. */
  readonly maxOpen: () => number;
}

/** The answer to a command: a code and a text, which may begin with an enhanced code. */
export interface SmtpRefusal {
  readonly code: number;
  readonly text: string;
}

export interface MailServerOptions extends SMTPServerOptions {
  readonly refuse?: Readonly<Partial<Record<'mail' | 'rcpt' | 'data', SmtpRefusal>>>;
  /** Resolves before a message is accepted. */
  readonly hold?: () => Promise<void>;
}

const password = 'swordfish';

export async function openMailServer({
  refuse = {},
  hold = async () => undefined,
  ...options
}: MailServerOptions = {}): Promise<MailServer> {
  const mails: Mail[] = [];
  const seen: string[] = [];
  let maxOpen = 0;
  const check = (command: keyof typeof refuse, done: (error?: Error) => void) => {
    seen.push(command);
    const refusal = refuse[command];
    done(refusal && Object.assign(new Error(refusal.text), { responseCode: refusal.code }));
  };
  const server = new SMTPServer({
    authOptional: true,
    onConnect(_session, done) {
      maxOpen = Math.max(maxOpen, server.connections.size);
      done();
    },
    onAuth(auth, _session, done) {
      if (auth.password === password) done(null, { user: auth.username });
      else done(Object.assign(new Error('5.7.8 wrong password'), { responseCode: 535 }));
    },
    onMailFrom: (_address, _session, done) => check('mail', done),
    onRcptTo: (_address, _session, done) => check('rcpt', done),
    onData(stream, { envelope, secure, user }, done) {
      void (async () => {
        const raw = await text(stream);
        await hold();
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        const to = envelope.rcptTo.map(({ address }) => address);
        if (!refuse.data) mails.push({ from, to, secure, user: user as unknown, ...parse(raw) });
        check('data', done);
      })();
    },
    ...options,
  });
  // A client that closes a connection early is no fault of this server.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    // A server that listens on a port has an address with a port.
    port: (server.server.address() as AddressInfo).port,
    mails,
    seen,
    maxOpen: () => maxOpen,
    async [Symbol.asyncDispose]() {
      for (const { _socket: socket } of server.connections as Set<{ _socket?: { destroy(): void } }>) socket?.destroy();
      await new Promise<void>((resolve) => {
        server.close(resolve);
      });
    },
  };
}

/** Reads a message of two parts. Long lines of a header are folded. */
function parse(raw: string): Pick<Mail, 'headers' | 'parts'> {
  const [head = '', ...rest] = raw.split('\r\n\r\n');
  const boundary = /boundary="([^"]+)"/.exec(head)?.[1] ?? 'none';
  const parts = rest
    .join('\r\n\r\n')
    .split(`--${boundary}`)
    .flatMap((part) => {
      const [headers = '', ...body] = part.split('\r\n\r\n');
      const type = /Content-Type: ([\w/]+)/i.exec(headers)?.[1];
      return type === undefined ? [] : [[type, decode(headers, body.join('\r\n\r\n'))]];
    });
  return { headers: head.replaceAll(/\r\n[ \t]+/g, ' '), parts: Object.fromEntries(parts) as Mail['parts'] };
}

function decode(headers: string, body: string): string {
  if (/quoted-printable/i.test(headers)) {
    const bytes = body
      .replaceAll('=\r\n', '')
      .replaceAll(/=([0-9A-F]{2})/g, (_found, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
    return Buffer.from(bytes, 'latin1').toString('utf8');
  }
  return /base64/i.test(headers) ? Buffer.from(body, 'base64').toString('utf8') : body;
}
