import createFetchClient from 'openapi-fetch';
import createQueryApi from 'openapi-react-query';
import { Problem, requireSuccess } from './problem.ts';
import type { paths } from '@booking-service/contract/admin';

/** The operations of the admin contract, typed by path. An unsuccessful response throws a Problem. */
export const admin = createFetchClient<AdminPaths>({ baseUrl: '/api', credentials: 'same-origin' });

admin.use({
  async onResponse({ response }) {
    await requireSuccess(response);
  },
  onError({ error }) {
    return new Problem({ status: null, code: null, message: 'The dashboard cannot reach the service.', cause: error });
  },
});

/** The same operations as queries and mutations: `api.useQuery('get', '/caller')`. */
export const api = createQueryApi(admin);

type Mutable<T> = T extends object ? { -readonly [K in keyof T]: Mutable<T[K]> } : T;

/** The paths of the admin contract without `readonly`, which the types of openapi-react-query do not accept. */
export type AdminPaths = Mutable<paths>;
