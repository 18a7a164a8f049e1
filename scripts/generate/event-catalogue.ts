/** The catalogue of events for the dashboard: what each type means, an example of its body, and the fields of the body. */
import type { BundledContract } from '@booking-service/toolkit';
import { bodyFields, resolverOf } from '@booking-service/toolkit/docs';

/** Returns the text of packages/dashboard/src/generated/event-catalogue.ts. */
export function eventCatalogue(contract: BundledContract): string {
  const resolve = resolverOf(contract);
  const events = Object.entries(contract.webhooks).map(([type, { post }]) => {
    const { schema, examples } = post.requestBody.content['application/json'];
    const [example] = Object.values(examples);
    const fields = bodyFields(schema, resolve).map(({ name, presence, ...field }) => ({
      name,
      isAlwaysPresent: presence === 'always',
      ...field,
    }));
    return { type, description: post.description, example: example?.value, fields };
  });
  return `import type { EventType } from '@booking-service/contract';

export interface CataloguedField {
  /** With the names of the objects around it: \`data.object.id\`. */
  readonly name: string;
  readonly isAlwaysPresent: boolean;
  readonly type: string;
  readonly description: string;
}

export interface CataloguedEvent {
  readonly type: EventType;
  readonly description: string;
  /** A body. */
  readonly example: unknown;
  readonly fields: readonly CataloguedField[];
}

export const eventCatalogue: readonly CataloguedEvent[] = ${JSON.stringify(events, null, 2)};
`;
}
