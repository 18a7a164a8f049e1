import { describe, expect, it } from 'vitest';
import { createMemoryDedupe, createReceiver, createVerifier } from '../src/index.ts';
import type { DedupeStore, ReceiverOptions, Refusal } from '../src/index.ts';
import { createTestEvent, createTestWebhook } from '../src/testing.ts';

const secret = 'whsec_receive';
const verifier = createVerifier({ secrets: [secret] });

function open(options: Omit<ReceiverOptions, 'verifier'> = {}) {
  return createReceiver({ verifier, dedupe: createMemoryDedupe(), ...options });
}

function webhookOf(event: object) {
  return createTestWebhook(event, { secret });
}

describe('createReceiver', () => {
  it('EVT-1: passes each event to the handler of its type, with its arrival', async () => {
    const seen: unknown[] = [];
    const receiver = open()
      .on('booking.confirmed', (event, arrival) => void seen.push(event, arrival))
      .on('booking.failed', () => expect.unreachable());
    const event = createTestEvent('booking.confirmed');
    const { body, headers } = createTestWebhook(event, { secret, timestamp: Math.floor(Date.now() / 1000) });
    const receipt = await receiver.receive(body, headers);
    expect(receipt).toEqual({ outcome: 'handled', status: 204, message: '', event });
    expect(seen).toEqual([event, { secretIndex: 0, timestamp: expect.any(Number) }]);
  });

  it('EVT-4: acknowledges a type without a handler and an unknown type', async () => {
    const receiver = open().on('booking.confirmed', () => expect.unreachable());
    for (const type of ['booking.failed', 'venue.closed', 'any unknown type', 'constructor']) {
      const { body, headers } = webhookOf({ ...createTestEvent('booking.created'), type });
      expect(await receiver.receive(body, headers)).toMatchObject({ outcome: 'ignored', status: 204 });
    }
  });

  it('EVT-4: passes only unknown types to onUnknown', async () => {
    const seen: string[] = [];
    const receiver = open().onUnknown((event) => void seen.push(event.type));
    for (const type of ['booking.failed', 'venue.closed']) {
      const { body, headers } = webhookOf({ ...createTestEvent('booking.created'), type });
      await receiver.receive(body, headers);
    }
    expect(seen).toEqual(['venue.closed']);
  });

  it('refuses a handler for a type that does not exist', () => {
    // JavaScript can pass such a type.
    const misspelt = 'booking.confrimed' as 'booking.confirmed';
    expect(() => open().on(misspelt, () => undefined)).toThrow('booking.confrimed is not an event type');
  });

  it('refuses a second handler for a type', () => {
    const receiver = open()
      .on('booking.failed', () => undefined)
      .onUnknown(() => undefined);
    expect(() => receiver.on('booking.failed', () => undefined)).toThrow('booking.failed already has a handler');
    expect(() => receiver.onUnknown(() => undefined)).toThrow('any unknown type already has a handler');
  });

  it('SIG-3: refuses a webhook that is not genuine, runs no handler and calls onRefused', async () => {
    const refused: Refusal[] = [];
    const receiver = open({ onRefused: (refusal) => void refused.push(refusal) }).on('booking.created', () =>
      expect.unreachable(),
    );
    const { body } = webhookOf(createTestEvent('booking.created'));
    const { headers } = webhookOf(createTestEvent('booking.created'));
    const receipt = await receiver.receive(body, headers);
    expect(receipt).toMatchObject({ outcome: 'refused', status: 400, reason: 'signature_mismatch' });
    expect(receipt.message).toContain('signature_mismatch: Check the secret');
    expect(refused).toMatchObject([{ ok: false, reason: 'signature_mismatch' }]);
    const long = 'x'.repeat(262_145);
    expect(await receiver.receive(long, headers)).toMatchObject({ status: 413, reason: 'body_too_large' });
  });

  it('DLV-6: handles an event once after several deliveries', async () => {
    let runs = 0;
    const receiver = open().on('booking.created', () => void (runs += 1));
    const event = createTestEvent('booking.created');
    for (const outcome of ['handled', 'duplicate', 'duplicate']) {
      const { body, headers } = webhookOf(event);
      expect(await receiver.receive(body, headers)).toMatchObject({ outcome, status: 204 });
    }
    expect(runs).toBe(1);
  });

  it('DLV-6: responds with 409 while the event is being handled', async () => {
    const started = Promise.withResolvers<void>();
    const finish = Promise.withResolvers<void>();
    const receiver = open().on('booking.created', async () => {
      started.resolve();
      await finish.promise;
    });
    const { body, headers } = webhookOf(createTestEvent('booking.created'));
    const first = receiver.receive(body, headers);
    await started.promise;
    expect(await receiver.receive(body, headers)).toMatchObject({ outcome: 'busy', status: 409 });
    finish.resolve();
    expect(await first).toMatchObject({ outcome: 'handled' });
    expect(await receiver.receive(body, headers)).toMatchObject({ outcome: 'duplicate' });
  });

  it('DLV-6: rejects with the error of the handler and handles the event again', async () => {
    let runs = 0;
    const receiver = open().on('booking.created', () => {
      runs += 1;
      if (runs === 1) throw new Error('The database is away.');
    });
    const { body, headers } = webhookOf(createTestEvent('booking.created'));
    await expect(receiver.receive(body, headers)).rejects.toThrow('The database is away.');
    expect(await receiver.receive(body, headers)).toMatchObject({ outcome: 'handled' });
    expect(runs).toBe(2);
  });

  it('DLV-6: throws both errors if the claim cannot be released', async () => {
    const dedupe: DedupeStore = {
      claim: () => ({ commit: () => undefined, release: () => Promise.reject(new Error('store')) }),
    };
    const receiver = open({ dedupe }).on('booking.created', () => Promise.reject(new Error('handler')));
    const { body, headers } = webhookOf(createTestEvent('booking.created'));
    await expect(receiver.receive(body, headers)).rejects.toMatchObject({
      errors: [new Error('handler'), new Error('store')],
    });
  });

  it('DLV-6: runs the handler every time without a dedupe store', async () => {
    let runs = 0;
    const receiver = createReceiver({ verifier }).on('booking.created', () => void (runs += 1));
    const { body, headers } = webhookOf(createTestEvent('booking.created'));
    await receiver.receive(body, headers);
    await receiver.receive(body, headers);
    expect(runs).toBe(2);
  });
});
