/** Ages that an English text states, in years: "I am over 18", "Are you 18 or older?", "at least eighteen years of age", "18+". */
export function agesStated(text: string): number[] {
  return [...text.matchAll(STATED)].map(({ groups }) => {
    const age = Object.values(groups ?? {}).find((one) => one !== undefined)
    return age?.toLowerCase() === 'eighteen' ? 18 : Number(age)
  })
}

const STATED =
  /\b(?:over|above|at least|age of)\s+(?:the age of\s+)?(?<least>\d\d|eighteen)\b|\b(?<first>\d\d|eighteen)(?:\s+years?(?:\s+old|\s+of\s+age)?)?\s+(?:or|and)\s+(?:older|over|above)\b|\b(?<plus>\d\d)\s?\+/gi

/** True if a text in another language may state the same age: it has the number, or a word for adults. */
export function mentionsAge(text: string, age: number): boolean {
  if (new RegExp(`(?<!\\d)${age}(?!\\d)`).test(text)) return true
  return age === 18 && /eighteen|dieciocho|mayor(?:es)? de edad|\badults?\b/i.test(text)
}
