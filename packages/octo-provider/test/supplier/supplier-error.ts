/** An error response of the supplier. The document gives every error the status 400. */
export class SupplierError extends Error {
  readonly body: Readonly<Record<string, string>>;

  constructor(error: string, fields: Readonly<Record<string, string>> = {}, errorMessage = `It is ${error}`) {
    super(errorMessage);
    this.body = { error, errorMessage, ...fields };
  }
}
