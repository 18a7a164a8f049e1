/** The limits of mails: the invitations of an hour, and the clients whose requests are counted. */
import type { IncomingMessage } from 'node:http';
import { createManualClock } from '@booking-service/kernel/testing';
import { expect, it } from 'vitest';
import { createFindSource } from '../../src/admin/guard-origin.ts';
import { createHourlyCounts, createMemberMail } from '../../src/admin/members/member-mail.ts';

const start = new Date('2026-11-21T09:30:00.000Z');

it('allows 50 invitations of an organization or of the operator in an hour, and 5 of them to one address', async () => {
  const clock = createManualClock(start);
  const log = { warn: () => expect.fail('No mail is sent.') };
  const mail = createMemberMail({ send: async () => 'sent' }, { clock, log });
  const takeInvitation = (owner: string | null, email: string) => mail.takeInvitation(owner, email);
  for (const owner of ['org_1', 'org_2', null]) {
    for (let count = 0; count < 5; count += 1) expect(takeInvitation(owner, 'ada@diner.test')).toBe(true);
    expect(takeInvitation(owner, 'ada@diner.test')).toBe(false);
  }
  for (const owner of ['org_1', null]) {
    for (let count = 0; count < 45; count += 1) expect(takeInvitation(owner, `${count}@diner.test`)).toBe(true);
    expect(takeInvitation(owner, 'new@diner.test')).toBe(false);
  }
  expect(takeInvitation('org_2', 'new@diner.test')).toBe(true);
  await clock.advance(29 * 60_000);
  expect(takeInvitation('org_1', 'late@diner.test')).toBe(false);
  await clock.advance(60_000);
  expect([takeInvitation('org_1', 'late@diner.test'), takeInvitation('org_2', 'ada@diner.test')]).toEqual([true, true]);
});

it('counts a bounded number of names, and forgets the one that was counted first', () => {
  const take = createHourlyCounts(createManualClock(start), 2);
  const takes = (name: string) => take([name, 1]);
  expect(['a', 'b', 'a', 'c', 'b', 'a'].map(takes)).toEqual([true, true, false, true, false, true]);
});

it.each([
  { peer: '203.0.113.7', source: '203.0.113.7' },
  { peer: '::ffff:203.0.113.7', source: '203.0.113.7' },
  // One subscriber has a /64 network.
  { peer: '2001:db8:1:2:3:4:5:6', source: '2001:db8:1:2' },
  { peer: '127.0.0.1', source: '127.0.0.1' },
  // A client on the internet can send the header.
  { peer: '9.9.9.9', forwarded: '198.51.100.1', source: '9.9.9.9' },
  // A proxy that is not trusted stands for all of its clients.
  { peer: '127.0.0.1', forwarded: '198.51.100.1', source: undefined },
  { peer: '10.0.0.5', forwarded: '198.51.100.1', source: undefined },
  { peer: '10.0.0.5', forwarded: '1.1.1.1, 198.51.100.1', trusted: ['10.0.0.0/8'], source: '198.51.100.1' },
  { peer: undefined, source: undefined },
])(
  'counts requests of $peer with X-Forwarded-For $forwarded as $source',
  ({ peer, forwarded, trusted = [], source }) => {
    const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
    // It reads these fields of a request.
    const request = { headers, socket: { remoteAddress: peer } } as IncomingMessage;
    expect(createFindSource(trusted)(request)).toBe(source);
  },
);
