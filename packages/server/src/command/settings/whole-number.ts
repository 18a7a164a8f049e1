/** What a text must be to stand for a whole number in this range: in words, and as a check. */
export function wholeNumber(
  min: number,
  max: number,
): { readonly takes: string; readonly parse: (text: string) => number | undefined } {
  return {
    takes: `a whole number from ${min} to ${max}`,
    parse(text) {
      const number = Number(text);
      return text.trim() !== '' && Number.isInteger(number) && number >= min && number <= max ? number : undefined;
    },
  };
}
