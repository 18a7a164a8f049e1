/**
 * A supplier that speaks OCTO, as a real HTTP server with its own state. Every request is validated against the official document, and
 * every response too, unless a variant changes it on purpose.
 */
import { hash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { findRequestFaults, findResponseFaults, isAcceptedBody } from './octo-document.ts';
import { type Answers, pickupsOf, priced, pricingOf, requireAnswers, withoutAnswers } from './capabilities.ts';
import { productOf } from './products.ts';
import { findRoute, type RouteName, SupplierError } from './protocol.ts';
import { createSupplierBookings, type SupplierBookings } from './supplier-bookings.ts';
import type { SupplierOptions } from './supplier-options.ts';

export interface SeenRequest {
  readonly route: RouteName;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: unknown;
}

/** A replacement for one response. The request has taken effect if `after` is true. */
export interface Fault {
  readonly route: RouteName;
  readonly after?: boolean;
  /** The response. Default: the connection is closed without one. */
  readonly respond?: (response: ServerResponse) => void;
}

export interface OctoSupplier extends AsyncDisposable {
  readonly url: string;
  readonly token: string;
  readonly bookings: SupplierBookings;
  readonly requests: readonly SeenRequest[];
  /** The answers to the questions about each booking, by UUID. */
  readonly answered: ReadonlyMap<string, Answers>;
  /** Violations of the official document. */
  readonly faults: readonly string[];
  /** The next requests of these routes fail, one for each fault. */
  fail(...faults: readonly Fault[]): void;
  /** Called before a request takes effect and before its response, as `before reserve`, `after reserve`. */
  onPoint: (point: string) => void;
}

interface Request {
  readonly req: IncomingMessage;
  readonly template: string;
  readonly parameters: readonly string[];
  readonly searchParams: URLSearchParams;
  readonly body: unknown;
}

const token = 'octo-token-7f3a';

export async function openOctoSupplier(options: SupplierOptions): Promise<OctoSupplier> {
  const {
    clock,
    products = [{ id: 'tower' }],
    variant = {},
    capacity = 100,
    address = 'Rua Augusta 1, Lisbon, Portugal',
  } = options;
  const made = products.map((each) => ({ ...productOf(each), hours: each.hours, asking: each }));
  /** The answers of each booking, by UUID. */
  const answered = new Map<string, Answers>();
  const findProduct = (productId: unknown) => {
    const found = made.find(({ core }) => core.id === productId);
    if (!found) throw new SupplierError('INVALID_PRODUCT_ID', { productId: String(productId) });
    return found;
  };
  const bookings = createSupplierBookings({
    clock,
    repeatedUuid: options.repeatedUuid ?? 'returned',
    endedHold: options.endedHold ?? 'expired',
    maxHoldMinutes: options.maxHoldMinutes ?? 30,
    refund: options.refund ?? 'FULL',
    find(productId, optionId) {
      const found = findProduct(productId);
      const option = found.core.options.find(({ id }) => id === optionId);
      if (!option) throw new SupplierError('INVALID_OPTION_ID', { optionId: String(optionId) });
      return { product: found.core, option, hours: found.hours, capacity };
    },
  });
  const requests: SeenRequest[] = [];
  const faults: string[] = [];
  const waiting: Fault[] = [];

  const server = createServer(
    (req, res) => void serve(req, res).catch((error: unknown) => res.destroy(error as Error)),
  );

  async function serve(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(req.url ?? '', 'http://supplier.test');
    const path = pathname.replace('/octo', '');
    const form = path.endsWith('/') ? path.slice(0, -1) : path;
    if (variant.slash !== undefined && path.endsWith('/')) return refuseSlash(res, `/octo${form}`);
    const found = findRoute(req.method ?? '', form);
    if (!found || variant.without?.includes(found.name))
      return void res.writeHead(404, { 'Content-Type': 'text/html' }).end('<h1>Not Found</h1>');
    const { core: body, answers } = withoutAnswers(await readJson(req));
    const { name, method, template, parameters } = found;
    if (Object.values(answers).some((each) => each !== undefined)) answered.set(parameters[0] ?? '', answers);
    requests.push({ route: name, path, headers: req.headers, body });
    faults.push(
      ...findRequestFaults({ method, template, headers: req.headers, body }).map((fault) => `${name}: ${fault}`),
    );
    const next = waiting.findIndex(({ route }) => route === name);
    const [failing] = next === -1 ? [] : waiting.splice(next, 1);
    if (failing && failing.after !== true) return breakOff(res, failing);

    if (variant.slash === undefined && path.endsWith('/') !== template.endsWith('/'))
      faults.push(`${name}: the path ${path}`);
    supplier.onPoint(`before ${name}`);
    const { status, content } = respond(name, { req, parameters, searchParams, body, template });
    supplier.onPoint(`after ${name}`);
    if (failing) return breakOff(res, failing);
    if (variant.rewrite === undefined && status !== 500) {
      faults.push(
        ...findResponseFaults({ method, template }, status, content).map((fault) => `${name} ${status}: ${fault}`),
      );
    }
    const sent = JSON.stringify(variant.rewrite ? variant.rewrite(content, name) : content);
    const isCreated = name === 'reserve' && status === 200;
    const etag = variant.etag === true && name === 'products' ? `"${hash('sha256', sent)}"` : undefined;
    const isKnown = etag !== undefined && etag === req.headers['if-none-match'];
    res.writeHead(isCreated ? (variant.created ?? 200) : isKnown ? 304 : status, {
      'Content-Type': 'application/json; charset=utf-8',
      ...(variant.noCapabilities !== true && { 'Octo-Capabilities': String(req.headers['octo-capabilities'] ?? '') }),
      ...(etag !== undefined && { ETag: etag }),
    });
    res.end(isKnown ? undefined : sent);
  }

  function respond(name: RouteName, request: Request) {
    try {
      const isPublic = name === 'capabilities';
      if (!isPublic && request.req.headers.authorization !== `Bearer ${token}`) throw new SupplierError('UNAUTHORIZED');
      if (name === 'reserve' && !hasUnits(request.body)) throw new SupplierError('UNPROCESSABLE_ENTITY');
      if (!isAcceptedBody(request.req.method ?? '', request.template, request.body))
        throw new SupplierError('BAD_REQUEST');
      return { status: 200, content: handle(name, request) };
    } catch (error) {
      if (!(error instanceof SupplierError)) throw error;
      return { status: error.status, content: error.body };
    }
  }

  function handle(name: RouteName, { req, parameters: [parameter = ''], searchParams, body }: Request): unknown {
    const has = (capability: string) => String(req.headers['octo-capabilities']).includes(capability);
    const [hasContent, hasPricing] = [has('octo/content'), has('octo/pricing')];
    switch (name) {
      case 'capabilities':
        return (options.capabilities ?? ['octo/content']).map((id) => ({
          id,
          revision: 1,
          required: false,
          dependencies: [],
          docs: null,
        }));
      case 'supplier':
        return {
          id: 'sup',
          name: 'Tours',
          endpoint: 'https://supplier.test/octo',
          contact: { website: null, email: null, telephone: null, address },
        };
      case 'products':
        return made.map(({ core, content, asking }) => ({
          ...core,
          ...(hasContent && content),
          ...(has('octo/questions') && {
            options: core.options.map((option) => ({ ...option, questions: asking.questions ?? [] })),
          }),
        }));
      case 'product': {
        const { core, content } = findProduct(parameter);
        return hasContent ? { ...core, ...content } : core;
      }
      // The validator has checked the body of each of these.
      case 'availability':
        return bookings.check(body as never).map((each) => ({
          ...each,
          ...(hasPricing && priced(body as never, unitsOf(body as never))),
          ...(has('octo/pickups') && pickupsOf(findProduct((body as { productId: string }).productId).asking)),
        }));
      case 'calendar':
        return bookings
          .calendar(body as never)
          .map((day) => (hasPricing ? { ...day, pricingFrom: pricingOf(['adult']), unitPricingFrom: [] } : day));
      case 'list':
        return bookings.list(Object.fromEntries(searchParams));
      case 'reserve':
      case 'read':
      case 'update':
      case 'confirm':
      case 'extend':
      case 'cancel': {
        if (name === 'confirm') requireAnswers(findAsking(parameter), answered.get(parameter) ?? {});
        const booking = handleBooking(name, { uuid: parameter, body });
        const kept = booking.cancellation?.refund === 'PARTIAL' ? 0.5 : 1;
        const availability = booking.availability && {
          ...booking.availability,
          ...(has('octo/pickups') && pickupsOf(findAsking(booking.uuid))),
        };
        return { ...booking, availability, ...(hasPricing && { pricing: pricingOf(idsOf(booking), kept) }) };
      }
    }
  }

  function findAsking(uuid: string) {
    return findProduct(bookings.get(uuid).productId).asking;
  }

  function unitsOf({ productId, optionId }: { productId: string; optionId: string }) {
    return findProduct(productId).core.options.find(({ id }) => id === optionId)?.units ?? [];
  }

  function handleBooking(
    name: 'reserve' | 'read' | 'update' | 'confirm' | 'extend' | 'cancel',
    { uuid, body }: { uuid: string; body: unknown },
  ): ReturnType<SupplierBookings['get']> {
    switch (name) {
      case 'reserve':
        return bookings.reserve(body as never);
      case 'read':
        return bookings.get(uuid);
      case 'update':
        return bookings.update(uuid, body as never);
      case 'confirm':
      case 'extend':
      case 'cancel':
        return bookings[name](uuid, body as never);
    }
  }

  function idsOf({ unitItems }: ReturnType<SupplierBookings['get']>): string[] {
    return unitItems.map(({ unitId }) => unitId);
  }

  await new Promise<void>((listening) => server.listen(options.port ?? 0, '127.0.0.1', listening));
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  const supplier: OctoSupplier = {
    url: `http://127.0.0.1:${port}/octo`,
    token,
    bookings,
    answered,
    requests,
    faults,
    fail(...added) {
      waiting.push(...added);
    },
    onPoint: () => undefined,
    async [Symbol.asyncDispose]() {
      const closed = new Promise((done) => server.close(done));
      server.closeAllConnections();
      await closed;
    },
  };
  return supplier;

  function refuseSlash(res: ServerResponse, target: string): void {
    if (variant.slash === 'redirected') res.writeHead(308, { Location: target }).end();
    else res.writeHead(404, { 'Content-Type': 'text/html' }).end('<h1>Not Found</h1>');
  }
}

function breakOff(res: ServerResponse, { respond }: Fault): void {
  if (respond) respond(res);
  else res.destroy();
}

function hasUnits(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'unitItems' in body && String(body.unitItems) !== '';
}

async function readJson(req: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  // A request stream without an encoding set yields Buffers.
  for await (const chunk of req) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  return text === '' ? undefined : JSON.parse(text);
}
