/** A check of one package, in the project where it is installed. It runs on every runtime. */
export interface Check {
  /** The project's folder. */
  readonly folder: string;
  /** The package name without its scope. The folder of the same name has its checks. */
  readonly name: string;
  /** The service that the check uses. */
  readonly service: { readonly url: string; readonly key: string };
}
