/** The name of a row. Every statement names its organization, and never reads by the id alone (decision 012). */
export interface Owned {
  readonly organization_id: string;
  readonly id: string;
}
