/** A name in camel case: `guest_card` is `guestCard`. */
export function camel(name: string): string {
  return name.replaceAll(/[-_.](\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** The name of a resource or of an event in the names of its schemas: `guest_card` is `GuestCard`, `loan.created` is `LoanCreated`. */
export function pascal(name: string): string {
  return name.replaceAll(/(?:^|[-_.])(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** A name in the form of a file's name: `createLoan` is `create-loan`. */
export function kebab(name: string): string {
  return name.replaceAll(/(?<=[a-z0-9])[A-Z]/g, (letter) => `-${letter}`).toLowerCase();
}
