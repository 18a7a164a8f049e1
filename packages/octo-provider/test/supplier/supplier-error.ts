/** An error response of the supplier. The document gives every error the status 400; suppliers that fail respond with 500. */
export class SupplierError extends Error {
  readonly status: 400 | 500;
  readonly body: Readonly<Record<string, string>>;

  constructor(error: string, fields: Readonly<Record<string, string>> = {}, errorMessage = `It is ${error}`) {
    super(errorMessage);
    this.status = error === 'INTERNAL_SERVER_ERROR' ? 500 : 400;
    this.body = { error, errorMessage, ...fields };
  }
}
