import { describe, expect, it } from 'vitest';
import {
  type Claim,
  createMemoryDedupe,
  createReceiver,
  createVerifier,
  type DedupeStore,
  type MemoryDedupeOptions,
  type ReceiverOptions,
  type Refusal,
} from '../src/index.ts';
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

describe('createMemoryDedupe', () => {
  function openDedupe(options: Omit<MemoryDedupeOptions, 'now'> = {}) {
    let seconds = 1_795_168_800;
    const dedupe = createMemoryDedupe({ ...options, clock: { now: () => new Date(seconds * 1000) } });
    return { dedupe, pass: (more: number) => void (seconds += more) };
  }

  async function claim(dedupe: DedupeStore, id: string): Promise<Claim> {
    const found = await dedupe.claim(id);
    if (typeof found === 'string') throw new Error(`${id} is ${found}`);
    return found;
  }

  it('DLV-6: grants one claim of an event at a time and none after a commit', async () => {
    const { dedupe } = openDedupe();
    const first = await claim(dedupe, 'evt_1');
    expect(dedupe.claim('evt_1')).toBe('busy');
    await first.release();
    const second = await claim(dedupe, 'evt_1');
    await second.commit();
    expect(dedupe.claim('evt_1')).toBe('done');
  });

  it('DLV-6: ignores a late release of a lapsed claim and accepts a late commit', async () => {
    const { dedupe, pass } = openDedupe({ leaseSeconds: 60 });
    const late = await claim(dedupe, 'evt_1');
    pass(59);
    expect(dedupe.claim('evt_1')).toBe('busy');
    pass(1);
    await claim(dedupe, 'evt_1');
    await late.release();
    expect(dedupe.claim('evt_1')).toBe('busy');
    await late.commit();
    expect(dedupe.claim('evt_1')).toBe('done');
  });

  it('DLV-6: forgets after keepSeconds', async () => {
    const { dedupe, pass } = openDedupe({ keepSeconds: 100 });
    await (await claim(dedupe, 'evt_1')).commit();
    pass(99);
    expect(dedupe.claim('evt_1')).toBe('done');
    pass(1);
    await claim(dedupe, 'evt_1');
  });

  it('DLV-6: remembers the newest maxEvents', async () => {
    const { dedupe } = openDedupe({ maxEvents: 2 });
    for (const id of ['evt_1', 'evt_2', 'evt_3']) await (await claim(dedupe, id)).commit();
    expect(['evt_3', 'evt_2'].map((id) => dedupe.claim(id))).toEqual(['done', 'done']);
    await claim(dedupe, 'evt_1');
  });
});
