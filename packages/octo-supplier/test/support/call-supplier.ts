/** A reseller: each response is compared with the official document of OCTO. */
import { expect } from 'vitest';
// @boundaries-ignore the check of the document is a part of the provider's tests
import { findResponseFaults } from '../../../octo-provider/test/supplier/octo-document.ts';
// @boundaries-ignore the routes of the document are a part of the provider's tests
import { findRoute } from '../../../octo-provider/test/supplier/routes.ts';
import type { components } from '../../src/generated/octo.ts';

export type Schemas = components['schemas'];

export interface OctoResponse<Body> {
  readonly status: number;
  readonly body: Body;
  readonly headers: Headers;
}

export interface Reseller {
  call<Body = Readonly<Record<string, unknown>>>(
    method: string,
    path: string,
    body?: object,
  ): Promise<OctoResponse<Body>>;
  /** Returns the availabilities of a day that is a week ahead. */
  availabilities(productId?: string): Promise<Schemas['Availability'][]>;
  /** Reserves the first availability for two guests. */
  reserve(fields?: object): Promise<Schemas['Booking']>;
}

export const productId = 'ven_express_counter';
export const optionId = 'DEFAULT';
const unitId = 'adult';
export const contact = { fullName: 'Ada Byron', emailAddress: 'ada@diner.test' };

export function partyOf(size: number): { readonly unitId: string }[] {
  return Array.from({ length: size }, () => ({ unitId }));
}

export function openReseller(url: string, token: string): Reseller {
  const call: Reseller['call'] = async (method, path, body) => {
    const response = await fetch(url + path, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', 'Octo-Capabilities': '' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const content = await response.json();
    const route = findRoute(method, path.replace(/\?.*$/, '').replace(/\/$/, ''));
    // Failures have no status in the document.
    if (route && (response.status === 200 || response.status === 400))
      expect(findResponseFaults(route, response.status, content)).toEqual([]);
    expect(response.headers.get('Octo-Capabilities')).toBe('');
    return { status: response.status, body: content as never, headers: response.headers };
  };
  const availabilities: Reseller['availabilities'] = async (product = productId) => {
    const day = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);
    const search = { productId: product, optionId, localDateStart: day, localDateEnd: day };
    return (await call<Schemas['Availability'][]>('POST', '/availability/', search)).body;
  };
  return {
    call,
    availabilities,
    async reserve(fields = {}) {
      const [first] = await availabilities();
      const body = { productId, optionId, availabilityId: first?.id, unitItems: partyOf(2), ...fields };
      const reserved = await call<Schemas['Booking']>('POST', '/bookings/', body);
      expect(reserved).toMatchObject({ status: 200, body: { status: 'ON_HOLD' } });
      return reserved.body;
    },
  };
}
