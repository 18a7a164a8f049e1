/** A YAML file that a setting names, and the variables that the file may name. */
export interface NamedFile {
  readonly file: string;
  /** Default: no variables. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Receives a text for people about a source that is accepted. Default: no callback. */
  readonly warn?: (text: string) => void;
}

/** Returns whether a folder stores everything. */
export function isInFolder({
  database,
  cells,
}: {
  readonly database: string | undefined;
  readonly cells: NamedFile | undefined;
}): boolean {
  return database === undefined && cells === undefined;
}
