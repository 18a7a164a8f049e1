/** Clients of the SDK 1.x check every result against the output schema of its tool, that of a refusal too. */
import { fileURLToPath } from 'node:url';
import { Client } from 'mcp-sdk-1/client/index.js';
import { StdioClientTransport } from 'mcp-sdk-1/client/stdio.js';
import { openWorld } from '@booking-service/server/testing';
import { expect, it } from 'vitest';

const bin = fileURLToPath(new URL('../bin/booking-mcp.js', import.meta.url));

it('a client of SDK 1.x gets lists, confirmations and refusals', { timeout: 240_000 }, async () => {
  await using world = await openWorld();
  const client = new Client({ name: 'test', version: '1.0.0' });
  const args = ['--conditions=@booking-service/source', bin, '--url', world.url];
  const env = { BOOKING_API_KEY: world.organization.keys.test };
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env }));
  try {
    // It compiles the schemas of the tools here.
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain('listBookings');
    const call = (name: string, given: Record<string, unknown>) => client.callTool({ name, arguments: given });
    expect(await call('getBooking', { id: 'bkg_5f0c1f2e3d4b4a5968778695a4b3c2d1' })).toMatchObject({
      isError: true,
      structuredContent: { refusal: { code: 'not_found', http_status: 404 } },
    });
    const guest = { first_name: 'Ada', email: 'ada@diner.test' };
    const given = {
      venue_id: 'ven_harbour_table',
      slot_id: 'slt_unknown',
      party_size: 2,
      guest,
      metadata: { order: '1' },
    };
    const offered = await call('createBooking', given);
    const { confirmation } = offered.structuredContent as { confirmation: string };
    const agreed = { ...given, confirmation };
    expect(await call('createBooking', agreed)).toMatchObject({
      isError: true,
      structuredContent: { refusal: { code: 'slot_not_offered', confirmation } },
      _meta: { 'booking-service/idempotency-key': expect.any(String) },
    });
    expect(await call('listBookings', { metadata: { order: '1' }, limit: 1 })).toMatchObject({
      structuredContent: { object: 'list', data: [], has_more: false },
    });
    expect(await call('listEvents', { type: ['booking.failed'], cursor: 'MjA' })).toMatchObject({
      isError: true,
      structuredContent: { refusal: { code: 'invalid_request', details: [{ in: 'query', path: 'cursor' }] } },
    });
  } finally {
    await client.close();
  }
});
