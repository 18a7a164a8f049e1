/** The rotation of a signing secret, by HTTP on both engines. rotation.test.ts rotates under load. */
import { createVerifier } from '@booking-service/webhooks';
import type {
  AdminError,
  AuditList,
  PreparedSecret,
  Settings,
  SigningSecrets,
  TestEvent,
} from '@booking-service/contract/admin';
import { describe, expect, it } from 'vitest';
import { openAdminWorld, type AdminWorld } from '../../support/worlds/admin-world.ts';
import { engines } from '../../support/engines.ts';

describe.each(engines)('%s', (engine) => {
  it('ORG-5 ORG-2: prepares, shows and activates a secret; one secret signs at any time', async () => {
    await using world = await openAdminWorld(engine);
    const old = world.organization.signing_secret;
    expect(await reveal(world)).toMatchObject({ signing_secret: old, prepared: null });

    const { status, body: prepared } = await call<PreparedSecret>(world, 'prepareSigningSecret');
    const next = prepared.signing_secret;
    expect(status).toBe(201);
    expect(next).toMatch(/^whsec_[\w-]{43}$/);
    expect(prepared.created).toBe(world.clock.now().toISOString());
    expect(await reveal(world)).toMatchObject({ signing_secret: old, prepared });
    expect((await call<Settings>(world, 'getSettings')).body.secret_prepared).toBe(prepared.created);
    expect(await signerOfNext(world, [next, old])).toBe(1);

    const { body: settings } = await call<Settings>(world, 'activateSigningSecret');
    expect(settings.secret_prepared).toBeNull();
    expect(await reveal(world)).toMatchObject({ signing_secret: next, prepared: null });
    expect(await signerOfNext(world, [next, old])).toBe(0);
  });

  it('ORG-5: signs a retry with the secret of its own time', async () => {
    await using world = await openAdminWorld(engine);
    const old = world.organization.signing_secret;
    world.endpoint.responses.push(500);
    await sendTestEvent(world);
    await world.clock.advance(30_000);
    const { body } = await call<PreparedSecret>(world, 'prepareSigningSecret');
    await call(world, 'activateSigningSecret');
    await world.clock.advance(60_000);
    expect(signersOf(world, [body.signing_secret, old])).toEqual([1, 0]);
  });

  it('ORG-5: discards a prepared secret, and refuses what the state does not allow', async () => {
    await using world = await openAdminWorld(engine);
    const refusal = async (operation: Parameters<typeof call>[1]) => {
      const { status, body } = await call<AdminError>(world, operation);
      return [status, body.error_code];
    };
    const refused = [409, 'invalid_state'];
    expect(await refusal('activateSigningSecret')).toEqual(refused);
    expect(await refusal('discardPreparedSecret')).toEqual(refused);
    await call(world, 'prepareSigningSecret');
    expect(await refusal('prepareSigningSecret')).toEqual(refused);
    expect((await call<Settings>(world, 'discardPreparedSecret')).body.secret_prepared).toBeNull();
    expect(await refusal('activateSigningSecret')).toEqual(refused);
    expect((await reveal(world)).signing_secret).toBe(world.organization.signing_secret);
  });

  it('ORG-5: prepares one secret for two callers at once', async () => {
    await using world = await openAdminWorld(engine);
    const calls = Array.from({ length: 8 }, () => call<PreparedSecret>(world, 'prepareSigningSecret'));
    const made = (await Promise.all(calls)).filter(({ status }) => status === 201);
    expect(made).toHaveLength(1);
    expect((await reveal(world)).prepared).toEqual(made[0]?.body);
  });

  it('ORG-2: records each step with its caller, and keeps the secrets out of the entries, the log and the database', async () => {
    await using world = await openAdminWorld(engine);
    const { body: first } = await call<PreparedSecret>(world, 'prepareSigningSecret');
    await call(world, 'discardPreparedSecret');
    const { body: second } = await call<PreparedSecret>(world, 'prepareSigningSecret');
    await reveal(world);
    const rows = await world.query('SELECT signing_secret, prepared_secret FROM organizations');
    await call(world, 'activateSigningSecret');
    // A refused step is not recorded.
    await call(world, 'activateSigningSecret');

    const { body } = await call<AuditList>(world, 'listAuditEntries');
    const entries = body.data.filter(({ action }) => action !== 'createAccessToken');
    expect(entries.map(({ action }) => action)).toEqual([
      'activateSigningSecret',
      'revealSigningSecret',
      'prepareSigningSecret',
      'discardPreparedSecret',
      'prepareSigningSecret',
    ]);
    expect(entries.every(({ actor }) => actor.kind === 'access_token' && actor.name === 'A admin')).toBe(true);
    const stored = JSON.stringify([entries, world.lines, rows, await world.query('SELECT * FROM organizations')]);
    for (const secret of [world.organization.signing_secret, first.signing_secret, second.signing_secret]) {
      expect(stored).not.toContain(secret);
    }
    expect(rows.some(({ prepared_secret }) => String(prepared_secret).startsWith('v2.'))).toBe(true);
  });
});

function call<Body>(
  world: AdminWorld,
  operation:
    | 'getSettings'
    | 'listAuditEntries'
    | 'revealSigningSecret'
    | 'prepareSigningSecret'
    | 'activateSigningSecret'
    | 'discardPreparedSecret',
) {
  return world.call<Body>(operation, { path: { organization_id: world.organization_id } }, world.tokens.admin);
}

async function reveal(world: AdminWorld): Promise<SigningSecrets> {
  return (await call<SigningSecrets>(world, 'revealSigningSecret')).body;
}

async function sendTestEvent(world: AdminWorld): Promise<void> {
  const request = { path: { organization_id: world.organization_id }, body: { type: 'booking.confirmed' } };
  expect((await world.call<TestEvent>('sendTestEvent', request)).status).toBe(201);
}

/** The index of the secret that signed each received webhook. */
function signersOf(world: AdminWorld, secrets: readonly string[]): number[] {
  const verifier = createVerifier({ secrets, clock: world.clock });
  return world.endpoint.received.map(({ text, headers }) => verifier.verifyRaw(text, headers).secretIndex);
}

/** Sends a test event and returns the index of the secret that signed it. */
async function signerOfNext(world: AdminWorld, secrets: readonly string[]): Promise<number | undefined> {
  await sendTestEvent(world);
  await world.clock.advance(30_000);
  return signersOf(world, secrets).at(-1);
}
