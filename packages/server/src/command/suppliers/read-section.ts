import type { KeyMode } from '@booking-service/contract';
import type { Sides } from '../../providers/integrations.ts';
import type { CheckedYaml } from './checked-yaml.ts';

export interface SectionToRead {
  /** The key of the file. */
  readonly key: string;
  /** The sides that it may have. */
  readonly sides: readonly KeyMode[];
  /** The schema of a side. */
  readonly sideSchema: object;
}

/** Reads a key of the file that has sides. Returns undefined if the file lacks it. Throws a StartError with the line of a fault. */
export function readSection<Side extends object>(
  yaml: CheckedYaml,
  { key, sides, sideSchema }: SectionToRead,
): Sides<Side> | undefined {
  // The schema of the file has checked that it is an object.
  const section = (yaml.value as Readonly<Record<string, unknown>>)[key];
  if (section === undefined) return undefined;
  const isSingle = sides.length === 1;
  const schema = {
    type: 'object',
    additionalProperties: false,
    ...(isSingle ? { required: sides } : { minProperties: 1 }),
    description: isSingle
      ? `an object with the side ${sides[0]}`
      : `an object with the sides ${sides.join(' and ')}, or one of them`,
    properties: Object.fromEntries(sides.map((side) => [side, sideSchema])),
  };
  yaml.check(section, schema, [key]);
  // Matches the schema.
  return section as Sides<Side>;
}
