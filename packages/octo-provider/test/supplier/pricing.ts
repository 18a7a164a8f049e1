/** The fields of octo/pricing: 10.00 EUR for each unit. */
export function priced({ units = [] }: { units?: { id: string; quantity: number }[] }): object {
  return {
    unitPricing: units.map(({ id }) => ({ unitId: id, ...pricingOf(1) })),
    pricing: pricingOf(units.reduce((sum, unit) => sum + unit.quantity, 0)),
  };
}

export function pricingOf(quantity: number): object {
  const amounts = { original: 1000 * quantity, retail: 1000 * quantity, net: 800 * quantity };
  return { ...amounts, currency: 'EUR', currencyPrecision: 2, includedTaxes: [] };
}
