/** The page of an operation of the public contract: `operations/create-loan`. */
export function operationPath(operationId: string): string {
  return `operations/${operationId.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
