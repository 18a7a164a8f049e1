import { jsonFlag } from '../create-flag.ts';
import { defineCommand, type CommandGroup, type CreateCommand } from '../define-command.ts';
import { locationFlag } from '../location-flag.ts';
import type { StoreLocation } from '../open-store.ts';
import { findSealing } from '../settings/find-sealing.ts';
import { toColumns } from '../to-columns.ts';
import { openAdmin, type CommandAdmin } from './open-admin.ts';

/** The organization of a command, and the operations. */
interface Given {
  readonly admin: CommandAdmin;
  readonly path: { readonly organization_id: string };
}

const show = secretCommand({
  name: 'show',
  summary: 'Shows the signing secret of an organization, and the prepared one if there is one',
  call: ({ admin, path }) => admin.run('revealSigningSecret', { path }),
  toText({ signing_secret, prepared }) {
    const rows = [['Signing secret', signing_secret]];
    if (prepared) rows.push(['Prepared secret', prepared.signing_secret], ['Prepared at', prepared.created]);
    return toColumns(rows);
  },
});

const prepare = secretCommand({
  name: 'prepare',
  summary: 'Creates the next signing secret and prints it; it signs nothing yet',
  call: ({ admin, path }) => admin.run('prepareSigningSecret', { path }),
  toText: ({ organization_id, signing_secret }, location) =>
    `${toColumns([['Prepared secret', signing_secret]])}

Let every receiver verify with both secrets. Then activate the new one: booking-service org secret activate ${organization_id}${locationFlag(location)}`,
});

const activate = secretCommand({
  name: 'activate',
  summary: 'Makes the prepared secret the one that signs, and removes the old one',
  call: ({ admin, path }) => admin.run('activateSigningSecret', { path }),
  toText: ({ organization_id }) =>
    `${organization_id} signs with the new secret. Attempts under way end with the old one: let receivers verify with both for another minute.`,
});

const discard = secretCommand({
  name: 'discard',
  summary: 'Removes the prepared secret',
  call: ({ admin, path }) => admin.run('discardPreparedSecret', { path }),
  toText: ({ organization_id }) =>
    `The prepared secret of ${organization_id} is removed. It has never signed a webhook.`,
});

/** booking-service org secret … (ORG-2, ORG-5). */
export const secretCommands: CommandGroup = {
  name: 'secret',
  summary: 'Shows and rotates the signing secret of an organization',
  commands: [show, prepare, activate, discard],
};

/** A command that calls one operation on the organization of its argument. */
function secretCommand<Body>({
  name,
  summary,
  call,
  toText,
}: {
  readonly name: string;
  readonly summary: string;
  readonly call: (given: Given) => Promise<Body>;
  readonly toText: (body: Body, location: StoreLocation) => string;
}): CreateCommand {
  return defineCommand<{ readonly json?: true }>({
    name,
    summary,
    operand: 'ORGANIZATION',
    example: 'org_0123456789abcdef0123456789abcdef',
    flags: [jsonFlag],
    settings: ['data', 'database', 'sealing_key'],
    async run({ settings, flags: { json }, operand }) {
      await using admin = await openAdmin(settings, findSealing(settings));
      const body = await call({ admin, path: { organization_id: operand } });
      return json ? JSON.stringify(body, null, 2) : toText(body, settings);
    },
  });
}
