import { PASSWORD_LENGTH } from '../../../schemas/people/people.ts'
import { PASSWORD_FAULTS } from './accountSentences.ts'
import type { Settings } from '../settings/settings.ts'
import type { Store } from '../../store/store.ts'

/** Reason that a password is too easily guessed, in a sentence; null if it isn't. Applies to every password that a person chooses,
 *  including the first operator's. Length and guesses count; no rule requires kinds of characters. `words`: words that an attacker would
 *  try first here. Source: NIST SP 800-63B-4, section 3.1.1.2. */
export async function passwordFault(
  password: string,
  { name, words }: { name: string; words: readonly string[] },
): Promise<string | null> {
  const { least, most } = PASSWORD_LENGTH
  const { length } = Array.from(password)
  if (length < least || length > most) return PASSWORD_FAULTS.length(least, most)
  const plain = password.toLowerCase()
  if (name !== '' && plain.includes(name.toLowerCase())) return PASSWORD_FAULTS.name
  const rest = words.reduce((text, word) => text.replaceAll(word, ''), plain).replace(/[^\p{L}\p{N}]/gu, '')
  if (rest.length < LEAST_OWN && rest.length < plain.replace(/[^\p{L}\p{N}]/gu, '').length)
    return PASSWORD_FAULTS.words
  const { check } = await (guesser ??= openGuesser())
  const { guessesLog10 } = check(plain.slice(0, MOST_LOOKED_AT), [...words])
  return guessesLog10 < LEAST_GUESSES_LOG10 ? PASSWORD_FAULTS.common : null
}

/** Words that an attacker would try first: names of the product, the sites and their hosts. */
export async function guessedFirst({
  store,
  settings,
}: {
  store: Store
  settings: Settings
}): Promise<string[]> {
  const { productName, siteHosts, publicUrl } = settings
  const hosts = publicUrl === null ? [] : [new URL(publicUrl).hostname]
  const names = [productName, ...(await store.paths()), ...siteHosts.keys(), ...hosts]
  const words = names.flatMap((text) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u))
  return [...new Set(words)].filter((word) => word.length >= LEAST_WORD)
}

/** Characters that a password must have besides those names. */
const LEAST_OWN = 8
/** Shorter names occur in too many words. */
const LEAST_WORD = 4
/** A billion guesses. At 16 ms each, an attacker with the database needs half a year of processor time. */
const LEAST_GUESSES_LOG10 = 9
/** Longer passwords only take more guesses, and the work grows with the square of the length. */
const MOST_LOOKED_AT = 100

let guesser: ReturnType<typeof openGuesser> | undefined

/** Loaded when someone chooses a password, so that a start doesn't wait for 57,000 words. */
async function openGuesser() {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  const factory = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })
  return { check: (password: string, words: string[]) => factory.check(password, words) }
}
