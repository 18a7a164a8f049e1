/** Type tests of handlers. The compiler decides: `npm run typecheck` fails if a line below compiles that must not, or the reverse. */
import { createHandler, type RouterHandler, type RouterHandlers } from '@booking-service/kernel/router';
import { createRouter, type ExpressHandler, type ExpressHeaders } from '@booking-service/kernel/express';
import express from 'express';
import type { Readable } from 'node:stream';
import { expectTypeOf, it } from 'vitest';

interface Parcel {
  id: string;
}
interface Problem {
  title: string;
}

/** As openapi-typescript writes it. */
interface operations {
  createParcel: {
    parameters: {
      query?: { notify?: boolean };
      header: { 'X-Tenant': string };
      path: { depot: number };
      cookie?: never;
    };
    requestBody: {
      content: { 'application/json': { weight: number }; 'multipart/form-data': { label: string; weight: number } };
    };
    responses: {
      201: { headers: { Location: string; [name: string]: unknown }; content: { 'application/json': Parcel } };
      '4XX': { headers: { [name: string]: unknown }; content: { 'application/problem+json': Problem } };
    };
  };
  deleteParcel: {
    parameters: { query?: never; header?: never; path: { id: string }; cookie?: never };
    requestBody?: never;
    responses: {
      204: { headers: { [name: string]: unknown }; content?: never };
      default: { headers: object; content: { 'text/plain': string } };
    };
  };
  putLabel: {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    requestBody?: { content: { 'image/png': string } };
    responses: { 200: { headers: object; content: { 'application/json': Parcel; 'text/csv': string } } };
  };
}

const create: RouterHandler<operations['createParcel'], { key: { tenant: string } }> = (request, caller) => {
  expectTypeOf(request.path.depot).toEqualTypeOf<number>();
  expectTypeOf(request.query.notify).toEqualTypeOf<boolean | undefined>();
  expectTypeOf(request.header['X-Tenant']).toEqualTypeOf<string>();
  expectTypeOf(caller.key?.tenant).toEqualTypeOf<string | undefined>();
  if (request.mediaType === 'application/json') expectTypeOf(request.body).toEqualTypeOf<{ weight: number }>();
  else expectTypeOf(request.body.label).toEqualTypeOf<string | File>();
  // @ts-expect-error -- the operation has no such parameter.
  void request.query.color;
  return { status: 201, headers: { Location: '/a' }, body: { id: 'a' } };
};
const remove: RouterHandler<operations['deleteParcel']> = ({ body }) => {
  expectTypeOf(body).toEqualTypeOf<undefined>();
  return { status: 404, body: 'gone' };
};
const label: RouterHandler<operations['putLabel']> = ({ body }) => {
  expectTypeOf(body).toEqualTypeOf<Readable | undefined>();
  return { status: 200, mediaType: 'text/csv', body: 'a,b' };
};

it('refuses undocumented responses and missing handlers', () => {
  const contract = {};
  const handlers: RouterHandlers<operations> = { createParcel: create, deleteParcel: remove, putLabel: label };
  void (() => [createHandler<operations>({ contract, handlers }), createRouter<operations>({ contract, handlers })]);
  // @ts-expect-error -- putLabel is missing.
  void (() => createHandler<operations>({ contract, handlers: { createParcel: create, deleteParcel: remove } }));
  type Create = RouterHandler<operations['createParcel']>;
  type Delete = RouterHandler<operations['deleteParcel']>;
  const headers = { Location: '/a' };
  const refused: readonly [Create[], Delete[]] = [
    [
      // @ts-expect-error -- the status is not documented.
      () => ({ status: 200, headers, body: { id: 'a' } }),
      // @ts-expect-error -- the body is not that of the status.
      () => ({ status: 201, headers, body: { title: 'a' } }),
      // @ts-expect-error -- the header is required.
      () => ({ status: 201, body: { id: 'a' } }),
      () => ({ status: 409, body: { title: 'a' } }),
    ],
    [
      // @ts-expect-error -- 204 has no body.
      () => ({ status: 204, body: 'a' }),
      () => ({ status: 500, body: 'a' }),
    ],
  ];
  expectTypeOf(refused).not.toBeAny();
  // @ts-expect-error -- of two media types, one must be named.
  const unnamed: RouterHandler<operations['putLabel']> = () => ({ status: 200, body: 'a,b' });
  expectTypeOf(unnamed).not.toBeAny();
});

it('types the handlers of an app with routes of its own', () => {
  const handler: ExpressHandler<'createParcel', operations> = (req, res, next) => {
    expectTypeOf(req.params.depot).toEqualTypeOf<number>();
    expectTypeOf(req.query.notify).toEqualTypeOf<boolean | undefined>();
    expectTypeOf(req.body.weight).toEqualTypeOf<number>();
    expectTypeOf<ExpressHeaders<'createParcel', operations>>().toEqualTypeOf<{ readonly 'x-tenant': string }>();
    res.status(201).location('/a').json({ id: 'a' });
    res.status(404).json({ title: 'a' });
    // @ts-expect-error -- the status is not documented.
    res.status(200).json({ id: 'a' });
    // @ts-expect-error -- the body is not that of the status.
    res.status(201).json({ title: 'a' });
    // @ts-expect-error -- 200 is not documented.
    res.json({ id: 'a' });
    next();
  };
  const removing: ExpressHandler<'deleteParcel', operations> = (req, res) => {
    expectTypeOf(req.params.id).toEqualTypeOf<string>();
    res.status(204).end();
    res.status(500).send('a');
    // @ts-expect-error -- 204 has no body.
    res.status(204).json({});
  };
  const app = express();
  app.post('/depots/:depot/parcels', handler);
  app.delete('/parcels/:id', removing);
  // @ts-expect-error -- the contract has no such operation.
  expectTypeOf<ExpressHandler<'other', operations>>().not.toBeAny();
});
