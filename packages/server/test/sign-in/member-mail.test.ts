/** The mails of an hour. */
import { createManualClock } from '@booking-service/kernel/testing/manual-clock';
import { expect, it } from 'vitest';
import { createMemberMail } from '../../src/admin/members/member-mail.ts';

it('allows 50 invitations of an organization or of the operator, and 5 mails to an address, in an hour', async () => {
  const clock = createManualClock(new Date('2026-11-21T09:30:00.000Z'));
  const log = { warn: () => expect.fail('No mail is sent.') };
  const mail = createMemberMail({ send: async () => 'sent' }, { clock, log });
  for (let count = 0; count < 50; count += 1) expect(mail.takeTurn(`${count}@diner.test`, 'org_1')).toBe(true);
  for (let count = 0; count < 3; count += 1) expect(mail.takeTurn('new@diner.test', 'org_1')).toBe(false);
  expect(mail.takeTurn('new@diner.test', 'org_2')).toBe(true);
  for (let count = 0; count < 4; count += 1) expect(mail.takeTurn('new@diner.test')).toBe(true);
  expect([mail.takeTurn('new@diner.test'), mail.takeTurn('new@diner.test', 'org_2')]).toEqual([false, false]);
  for (let count = 0; count < 50; count += 1) expect(mail.takeTurn(`${count}@booking.test`, null)).toBe(true);
  expect([mail.takeTurn('more@booking.test', null), mail.takeTurn('more@booking.test')]).toEqual([false, true]);
  await clock.advance(29 * 60_000);
  expect(mail.takeTurn('late@diner.test', 'org_1')).toBe(false);
  await clock.advance(60_000);
  expect(mail.takeTurn('late@diner.test', 'org_1')).toBe(true);
  expect(mail.takeTurn('new@diner.test')).toBe(true);
});
