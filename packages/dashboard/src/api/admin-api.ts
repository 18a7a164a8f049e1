import createFetchClient from 'openapi-fetch';
import createQueryApi from 'openapi-react-query';
import type { AdminPaths } from './admin-paths.ts';
import { Problem, requireSuccess } from './problem.ts';

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
