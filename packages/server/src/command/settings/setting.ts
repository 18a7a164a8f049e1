import type { ValueParser } from './value-parsers.ts';

/** One setting. Its environment variable and its key in the configuration file follow from its name. */
export interface Setting<T = unknown> extends ValueParser<T> {
  /** Its flag and the name of the flag's value. Undefined if every value is a secret. */
  readonly flag: readonly [name: `--${string}`, value: string] | undefined;
  readonly meaning: string;
  /** The default, in words. */
  readonly default: string;
  /** The only start that uses it. Default: both use it. */
  readonly only?: 'sandbox' | 'service';
  /** True if the text contains a secret. Then it is refused as a flag, which other users can see, and never printed. Default: never. */
  readonly isSecret?: (text: string) => boolean;
  /** True if the text may contain a secret although a flag can have it. Then it is never printed. Default: never. */
  readonly isPrivate?: (text: string) => boolean;
  /** True if a file can contain its text; see fileVariable. Set for every setting that may contain a secret. Default: it cannot. */
  readonly inSecretFile?: true;
}
