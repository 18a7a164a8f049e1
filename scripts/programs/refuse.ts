/** Ends a command of the repository because of its arguments: prints the line and exits with 2. */
export function refuse(line: string): never {
  console.error(line);
  process.exit(2);
}
