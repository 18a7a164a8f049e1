import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

/** The first part of every name. */
export const prefix = 'booking_service_';

interface Family<Label extends string> {
  /** Without the prefix. */
  readonly name: string;
  readonly help: string;
  readonly labels?: readonly Label[];
}

/** Creates metrics in one registry, with the prefix. */
export interface MetricFamilies {
  readonly counter: <Label extends string>(family: Family<Label>) => Counter<Label>;
  readonly gauge: <Label extends string>(family: Family<Label>) => Gauge<Label>;
  readonly histogram: <Label extends string>(
    family: Family<Label> & { readonly buckets: number[] },
  ) => Histogram<Label>;
}

/** Returns functions that create metrics in this registry. */
export function metricFamilies(registry: Registry): MetricFamilies {
  const common = <Label extends string>({ name, help, labels = [] }: Family<Label>) => ({
    name: prefix + name,
    help,
    labelNames: labels,
    registers: [registry],
  });
  return {
    counter: (family) => new Counter(common(family)),
    gauge: (family) => new Gauge(common(family)),
    histogram: ({ buckets, ...family }) => new Histogram({ ...common(family), buckets }),
  };
}

/** The values of a label, as the keys of a table. A value that is missing in the table does not compile. */
export function labelValues<Value extends string>(table: Readonly<Record<Value, true>>): readonly Value[] {
  // The keys of the table are its values.
  return Object.keys(table) as Value[];
}
