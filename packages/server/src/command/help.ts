import { environmentVariable, settings } from './settings/settings.ts';
import type { Command, CommandGroup } from './command.ts';
import { toColumns } from './to-columns.ts';

const exitCodes = 'Exit codes: 0 done, 1 failed, 2 wrong use.';

/** What `booking-service` can do. */
export function programHelp(commands: readonly (Command | CommandGroup)[]): string {
  const rows = commands.flatMap((each) =>
    'commands' in each
      ? each.commands.map((command) => [`  ${each.name} ${nameOf(command)}`, command.summary])
      : [[`  ${each.name}`, each.summary]],
  );
  return `Booking Service: makes bookings with external providers for organizations.

  booking-service COMMAND [flags]

${toColumns(rows)}

  booking-service serve --sandbox      tries it on this computer; nothing is needed
  booking-service help COMMAND         tells a command's flags
  booking-service --version            tells the version

${exitCodes}`;
}

/** What the commands of this group do. */
export function groupHelp({ name, summary, commands }: CommandGroup): string {
  const rows = commands.map((command) => [`  booking-service ${name} ${nameOf(command)}`, command.summary]);
  return `booking-service ${name}: ${summary}. It may be used while the service runs.

${toColumns(rows)}

  booking-service help ${name} COMMAND   tells a command's flags

${exitCodes}`;
}

/** How this command is used. `path` is its name with that of its group, `line` what a reader types before its flags. */
export function commandHelp(command: Command, { path, line }: { path: string; line: string }): string {
  const own = Object.entries(command.flags).map(([name, { value, meaning }]) => [
    `  --${name}${value === undefined ? '' : ` ${value}`}`,
    meaning,
  ]);
  const shared = command.settings.flatMap((name) => {
    const { flag, meaning, default: fallback, only } = settings[name];
    const place = only === undefined ? '' : { sandbox: '; sandbox only', service: '; not in the sandbox' }[only];
    const written = flag ? `  ${flag.join(' ')}` : `  ${environmentVariable(name)}`;
    return [[written, `${meaning} (${fallback}${place})`]];
  });
  const rest = [
    ['  --config FILE', 'reads settings from this JSON file'],
    ['  --help', 'prints this'],
  ];
  // npm start is the sandbox already.
  const example = line.startsWith('npm ') ? command.example.replace('--sandbox ', '') : command.example;
  const about = command.about === undefined ? '' : `\n${command.about}\n`;
  return `booking-service ${path}: ${command.summary}.
${about}
  ${line}${command.operand === undefined ? '' : ` ${command.operand}`} [flags]
  ${line} ${example}

${toColumns([...own, ...shared, ...rest])}

Each setting may also stand in the environment (BOOKING_SERVICE_DATA) or in the file: docs/configuration.md.
${exitCodes}`;
}

function nameOf({ name, operand }: Command): string {
  return operand === undefined ? name : `${name} ${operand}`;
}
