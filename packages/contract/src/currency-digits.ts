/** The currencies of ISO 4217 whose minor unit has not two digits. `Intl` has the digits of cash, which differ for HUF and others. */
const others: Readonly<Record<number, string>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
};

const digits = new Map(
  Object.entries(others).flatMap(([count, codes]) => codes.split(' ').map((code) => [code, Number(count)] as const)),
);

/** Returns the digits of the minor unit of a currency: 2 for EUR, 0 for JPY. An unknown currency has 2. */
export function currencyDigits(currency: string): number {
  return digits.get(currency) ?? 2;
}
