import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { createStripeCards, StripeFailure } from '../src/index.ts';
import { openStripeStandIn } from './stand-in/stripe-stand-in.ts';

const context = { organization_id: 'org_test', livemode: false };
const ada = { session_id: 'ses_1', channel: 'email', destination: 'ada@diner.test' } as const;

describe('the options', () => {
  it.each([
    ['rk_test_a1', true, /is a test key of Stripe\. The live side needs a live key/],
    ['sk_test_a1', true, /is a test key of Stripe/],
    ['sk_live_a1', false, /is a live key of Stripe\. The test side needs a test key/],
    ['rk_live_a1', false, /is a live key of Stripe/],
    ['pk_test_a1', false, /must be a secret or restricted key of Stripe/],
    ['', false, /must be a secret or restricted key of Stripe/],
    [' sk_test_a1', false, /must be a secret or restricted key of Stripe/],
  ])('MOD-1: refuses the key %j on the side with livemode %s', (secret_key, livemode, sentence) => {
    const create = () => createStripeCards({ secret_key, livemode });
    expect(create).toThrow(TypeError);
    expect(create).toThrow(sentence);
    expect(create).not.toThrow(/a1/);
  });

  it.each([
    ['sk_live_a1', true],
    ['rk_live_a1', true],
    ['sk_test_a1', false],
    ['rk_test_a1', false],
  ])('accepts the key %s on the side with livemode %s', (secret_key, livemode) => {
    expect(() => createStripeCards({ secret_key, livemode })).not.toThrow();
  });

  it.each([0, -1, Number.NaN])('refuses the timeout %d', (timeout_seconds) => {
    const create = () => createStripeCards({ secret_key: 'rk_test_a1', livemode: false, timeout_seconds });
    expect(create).toThrow(/timeout_seconds must be a positive number/);
  });
});

describe('a call', () => {
  it('MOD-1: of the other mode does not reach Stripe', async () => {
    await using stripe = await openStripeStandIn();
    const cards = createStripeCards({ secret_key: stripe.secret_key, livemode: false, base_url: stripe.url });
    await expect(cards.findCard(ada, { ...context, livemode: true })).rejects.toThrow(/A live call must not reach it/);
    await expect(cards.readCard('cus_1/pm_1', { ...context, livemode: true })).rejects.toThrow(/must not reach it/);
    expect(stripe.requests).toEqual([]);
  });

  it('names the version of the document, sends no telemetry and keeps its connection', async () => {
    await using stripe = await openStripeStandIn();
    const cards = createStripeCards({ secret_key: stripe.secret_key, livemode: false, base_url: stripe.url });
    for (let call = 0; call < 5; call += 1) await cards.findCard(ada, context);
    expect(stripe.headers.every((headers) => headers['x-stripe-client-telemetry'] === undefined)).toBe(true);
    expect(stripe.connections()).toBeLessThan(5);
  });

  it('rejects with the kind `key` and without the key if Stripe does not accept it', async () => {
    await using stripe = await openStripeStandIn();
    const cards = createStripeCards({ secret_key: 'rk_test_wrong', livemode: false, base_url: stripe.url });
    const failure = await cards.findCard(ada, context).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(StripeFailure);
    expect(failure).toMatchObject({ kind: 'key', status: 401 });
    expect(inspect(failure, { depth: 9, showHidden: true })).not.toContain('rk_test_wrong');
  });

  it('ends at its deadline if Stripe does not respond', async () => {
    await using stripe = await openStripeStandIn();
    const { secret_key, url: base_url } = stripe;
    const cards = createStripeCards({ secret_key, livemode: false, base_url, timeout_seconds: 0.2 });
    stripe.trouble('GET /v1/customers', 'hang', 2);
    const failure = await cards.findCard(ada, context).catch((error: unknown) => error);
    expect(failure).toMatchObject({ kind: 'unavailable', message: 'Stripe did not respond to the list of customers.' });
  });

  it('sends a request again after a closed connection', async () => {
    await using stripe = await openStripeStandIn();
    const cards = createStripeCards({ secret_key: stripe.secret_key, livemode: false, base_url: stripe.url });
    stripe.trouble('GET /v1/customers', 'unreachable');
    expect(await cards.findCard(ada, context)).toBeUndefined();
    expect(stripe.requests).toHaveLength(2);
  });

  /** Finds a card at a program that responds instead of Stripe. Returns the failure; undefined without one. */
  async function findCardAt(listener: RequestListener): Promise<unknown> {
    const proxy = createServer(listener);
    proxy.listen(0, '127.0.0.1');
    await new Promise((resolve) => proxy.once('listening', resolve));
    const base_url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    const cards = createStripeCards({ secret_key: 'rk_test_a1', livemode: false, base_url });
    const failure = await cards.findCard(ada, context).catch((error: unknown) => error);
    proxy.closeAllConnections();
    await new Promise((resolve) => proxy.close(resolve));
    return failure;
  }

  it('rejects with the kind `unavailable` if a proxy responds instead of Stripe', async () => {
    const failure = await findCardAt((_, response) => response.writeHead(502).end('<html>'));
    expect(failure).toMatchObject({ name: 'StripeFailure', kind: 'unavailable' });
  });

  it('reads at most 1 MiB of a response', async () => {
    const list = JSON.stringify({ object: 'list', url: '/v1/customers', has_more: false, data: [] });
    const headers = { 'Content-Type': 'application/json' };
    const sendPadded = (bytes: number) =>
      findCardAt((_, response) => response.writeHead(200, headers).end(list.padEnd(bytes)));
    expect(await sendPadded(1_048_576)).toBeUndefined();
    expect(await sendPadded(1_048_577)).toMatchObject({ name: 'StripeFailure', kind: 'unavailable' });
  });
});
