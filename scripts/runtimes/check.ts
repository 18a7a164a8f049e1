/** What is run on a runtime: the check of one package, in the project where it is installed. */
export interface Check {
  /** The project's folder. */
  readonly folder: string;
  /** The package's name, without its scope; its checks are in a folder of that name. */
  readonly name: string;
  /** The service that may be called. */
  readonly service: { readonly url: string; readonly key: string };
}
