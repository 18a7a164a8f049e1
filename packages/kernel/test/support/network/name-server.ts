/** A name server on loopback, over UDP and TCP, whose answers a test sets. It implements the part of RFC 1035 that tests need. */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import ipaddr from 'ipaddr.js';

const types = { A: 1, CNAME: 5, AAAA: 28 } as const;

export interface Question {
  readonly name: string;
  readonly type: 'A' | 'AAAA';
  readonly transport: 'udp' | 'tcp';
}

export interface Answer {
  /** `data` is an address, or the name of a CNAME. The records belong to the name of the question. */
  readonly records?: readonly { readonly type: keyof typeof types; readonly data: string; readonly ttl?: number }[];
  /** 2 is SERVFAIL, 3 is NXDOMAIN. Default: 0, no error. */
  readonly code?: number;
  readonly truncated?: boolean;
}

export interface NameServer extends AsyncDisposable {
  /** `address:port`. */
  readonly address: string;
  readonly questions: readonly Question[];
}

/** Starts the server. A question whose answer is undefined gets no response. */
export async function startNameServer(answer: (question: Question) => Answer | undefined): Promise<NameServer> {
  const questions: Question[] = [];
  const respond = (query: Buffer, transport: Question['transport']): Buffer | undefined => {
    const { name, type, end } = readQuestion(query);
    const question = { name, type, transport };
    questions.push(question);
    const given = answer(question);
    return given && toMessage(query.subarray(0, end), given);
  };

  const sockets = new Set<Socket>();
  const tcp = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    // A test's query arrives in one piece, after two bytes with its length.
    socket.on('data', (chunk) => {
      const message = respond(chunk.subarray(2), 'tcp');
      if (message) socket.write(Buffer.concat([toUInt16(message.length), message]));
    });
  });
  tcp.listen(0, '127.0.0.1');
  await once(tcp, 'listening');
  // A server that listens on a port has an AddressInfo.
  const { port } = tcp.address() as AddressInfo;
  const udp = createSocket('udp4');
  udp.on('message', (query, sender) => {
    const message = respond(query, 'udp');
    if (message) udp.send(message, sender.port, sender.address);
  });
  udp.bind(port, '127.0.0.1');
  await once(udp, 'listening');

  return {
    address: `127.0.0.1:${port}`,
    questions,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      udp.close();
      tcp.close();
      await once(tcp, 'close');
    },
  };
}

function readQuestion(query: Buffer): { name: string; type: Question['type']; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  const type = query.readUInt16BE(at + 1) === types.A ? 'A' : 'AAAA';
  return { name: labels.join('.').toLowerCase(), type, end: at + 5 };
}

function toMessage(question: Buffer, { records = [], code = 0, truncated = false }: Answer): Buffer {
  const head = Buffer.from(question);
  head.writeUInt16BE(0x8180 + (truncated ? 0x200 : 0) + code, 2);
  head.writeUInt16BE(records.length, 6);
  head.writeUInt16BE(0, 8);
  head.writeUInt16BE(0, 10);
  return Buffer.concat([head, ...records.map(toRecord)]);
}

/** A record. Its name is a pointer to the question; after a CNAME, the following records belong to its target. */
function toRecord(
  { type, data, ttl = 60 }: NonNullable<Answer['records']>[number],
  index: number,
  all: NonNullable<Answer['records']>,
): Buffer {
  const alias = all.slice(0, index).findLast((record) => record.type === 'CNAME');
  const name = alias ? toName(alias.data) : Buffer.from([0xc0, 12]);
  const value = type === 'CNAME' ? toName(data) : Buffer.from(ipaddr.parse(data).toByteArray());
  const fixed = Buffer.concat([toUInt16(types[type]), toUInt16(1), toUInt16(0), toUInt16(ttl), toUInt16(value.length)]);
  return Buffer.concat([name, fixed, value]);
}

function toName(name: string): Buffer {
  const labels = name.split('.').map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)]));
  return Buffer.concat([...labels, Buffer.from([0])]);
}

function toUInt16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}
