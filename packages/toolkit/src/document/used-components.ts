/** Components by kind and name: `{ schemas: { Loan: … } }`. */
type Components = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/**
 * Returns the components that the document refers to. Redocly inlines the responses of `x-unrouted` and keeps their components,
 * which nothing refers to then. Security schemes stay: operations refer to them by name.
 */
export function usedComponents(document: { readonly components?: object }): Components {
  // Components contains objects only.
  const components = (document.components ?? {}) as Components;
  const text = JSON.stringify(document);
  const used = Object.entries(components).map(([kind, byName]) => {
    const names = Object.entries(byName).filter(([name]) => {
      return kind === 'securitySchemes' || text.includes(`"#/components/${kind}/${name}"`);
    });
    return [kind, Object.fromEntries(names)] as const;
  });
  const rest: Components = Object.fromEntries(used);
  const isSettled = JSON.stringify(rest) === JSON.stringify(components);
  // Without an unused component, those that only it referred to are unused too.
  return isSettled ? rest : usedComponents({ ...document, components: rest });
}
