import { secretFlag, type Command, type Flag } from './define-command.ts';

/** Returns the help of the commands, from their definitions. */
export function helpOf(commands: Readonly<Record<string, Command>>): string {
  const sections = Object.entries(commands).map(([name, { text, arguments: names, flags }]) => {
    const required = Object.entries(flags).flatMap(([flag, { value, required: isRequired }]) =>
      isRequired ? [`--${flag} ${value}`] : [],
    );
    const usage = ['booking-webhooks', name, ...names, ...required, '[flags]'].join(' ');
    return [usage, `  ${text}`, ...toLines(flags)].join('\n');
  });
  return `Sends, replays and verifies webhooks of the booking service.

${sections.join('\n\n')}

Flags of every command
${[...toLines({ secret: secretFlag }), '  --help           Prints this help.'].join('\n')}

Exit codes: 0 if every webhook was accepted, 1 if one was not, 2 if the arguments are wrong.
`;
}

function toLines(flags: Readonly<Record<string, Flag>>): string[] {
  return Object.entries(flags).map(([name, { value, text }]) => `  ${`--${name} ${value}`.padEnd(16)} ${text}`);
}
