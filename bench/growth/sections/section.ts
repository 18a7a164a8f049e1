import type { Engine, Place } from '../engines/place.ts';
import type { Planting } from '../planting/plant.ts';
import type { Report } from '../report.ts';

/** The planted databases of one engine, smallest first. */
export interface Databases {
  readonly engine: Engine;
  readonly databases: readonly { readonly place: Place; readonly bookings: number }[];
  readonly onProgress: Planting['onProgress'];
}

/** A part of the benchmark. Its rows are planted when the sections before it have been measured. */
export interface Section {
  readonly name: string;
  readonly plant: (place: Place, planting: Planting) => Promise<void>;
  readonly measure: (given: Databases) => Promise<Omit<Report, 'title'>>;
}
