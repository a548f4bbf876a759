/** Suggestions of what was probably meant, or of what exists instead. */
export const SUGGESTIONS = {
  meant: (word: string) => `Did you mean "${word}"?`,
  none: (what: string) => `There are no ${what}.`,
  all: (what: string, known: string) => `The ${what} are ${known}.`,
  more: (listed: string, rest: number) => `${listed} and ${rest} more`,
}
