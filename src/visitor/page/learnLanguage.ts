import type { Language } from '../../../schemas/flow/languages.ts'
import { learn, type Sentences } from '../../texts/languages/sentences.ts'

/** Sentences in languages other than English, each in its own script, which only pages in that language load. */
const OTHERS: Partial<Record<string, () => Promise<{ SENTENCES: Sentences }>>> = {
  es: () => import('../../texts/spanish/spanishSentences.ts'),
}

/** Loads the sentences of the page's language, unless they are loaded already. */
export async function learnLanguage(language: string): Promise<void> {
  const loaded = await OTHERS[language]?.()
  if (loaded) learn(language as Language, loaded.SENTENCES)
}
