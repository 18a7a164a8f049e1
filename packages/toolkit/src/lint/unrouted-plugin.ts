/**
 * Types the responses of x-unrouted, so that the rules of Redocly count what they refer to as used. For lint only: a bundle has these
 * responses without references.
 */
interface NodeType {
  readonly properties: Readonly<Record<string, unknown>>;
  readonly additionalProperties?: unknown;
}

type NodeTypes = Readonly<Record<string, NodeType>>;

interface TypePlugin {
  readonly id: string;
  readonly typeExtension: { readonly oas3: (types: NodeTypes) => NodeTypes };
}

/** Redocly loads a plugin from its default export. */
export default function unroutedPlugin(): TypePlugin {
  const oas3 = (types: NodeTypes): NodeTypes => ({
    ...types,
    UnroutedResponses: { properties: {}, additionalProperties: () => 'Response' },
    Root: { ...types['Root'], properties: { ...types['Root']?.properties, 'x-unrouted': 'UnroutedResponses' } },
  });
  return { id: 'unrouted', typeExtension: { oas3 } };
}
