import { FORM } from '../../texts/studio/formScreen.ts'

/** A word of the schema as authors say it. */
export function plainWord(word: string): string {
  return Object.hasOwn(FORM.words, word) ? FORM.words[word as keyof typeof FORM.words] : word
}
