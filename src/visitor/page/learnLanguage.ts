import type { Language } from '../../../schemas/flow/languages.ts'
import { learn, type Sentences } from '../../texts/languages/sentences.ts'

/** The sentences of languages besides English: each a script of its own, which only pages in that language load. */
const OTHERS: Partial<Record<string, () => Promise<{ SENTENCES: Sentences }>>> = {
  es: () => import('../../texts/spanish/spanishSentences.ts'),
}

/** Loads what the page says in its language, where it is not there already. */
export async function learnLanguage(language: string): Promise<void> {
  const loaded = await OTHERS[language]?.()
  if (loaded) learn(language as Language, loaded.SENTENCES)
}
