/** A file with cells, and the variables that it may name. */
export interface CellsFile {
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
  readonly cells: CellsFile | undefined;
}): boolean {
  return database === undefined && cells === undefined;
}
