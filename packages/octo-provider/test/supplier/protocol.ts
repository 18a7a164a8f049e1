/** The operations of the document that the tests' supplier serves, and its error responses. */
const routes = [
  { name: 'capabilities', method: 'GET', template: '/capabilities/' },
  { name: 'supplier', method: 'GET', template: '/supplier/' },
  { name: 'products', method: 'GET', template: '/products/' },
  { name: 'product', method: 'GET', template: '/products/{id}' },
  { name: 'availability', method: 'POST', template: '/availability/' },
  { name: 'calendar', method: 'POST', template: '/availability/calendar' },
  { name: 'reserve', method: 'POST', template: '/bookings/' },
  { name: 'list', method: 'GET', template: '/bookings/' },
  { name: 'read', method: 'GET', template: '/bookings/{uuid}' },
  { name: 'update', method: 'PATCH', template: '/bookings/{uuid}' },
  { name: 'confirm', method: 'POST', template: '/bookings/{uuid}/confirm' },
  { name: 'extend', method: 'POST', template: '/bookings/{uuid}/extend' },
  { name: 'cancel', method: 'POST', template: '/bookings/{uuid}/cancel' },
] as const;

export type RouteName = (typeof routes)[number]['name'];

interface FoundRoute {
  readonly name: RouteName;
  readonly method: string;
  readonly template: string;
  readonly parameters: readonly string[];
}

/** Returns the operation of a method and a path without a slash at its end. */
export function findRoute(method: string, path: string): FoundRoute | undefined {
  for (const route of routes) {
    const pattern = route.template.replace(/\/$/, '').replace(/\{\w+\}/, '([^/]+)');
    const match = new RegExp(`^${pattern}$`).exec(path);
    if (match && route.method === method) return { ...route, parameters: match.slice(1) };
  }
  return undefined;
}

/** An error response of the supplier. The document gives every error the status 400; suppliers that fail respond with 500. */
export class SupplierError extends Error {
  readonly status: 400 | 500;
  readonly body: Readonly<Record<string, string>>;

  constructor(error: string, fields: Readonly<Record<string, string>> = {}, errorMessage = `It is ${error}`) {
    super(errorMessage);
    this.status = error === 'INTERNAL_SERVER_ERROR' ? 500 : 400;
    this.body = { error, errorMessage, ...fields };
  }
}
