import type { Flow } from '../../../schemas/flow/flow.ts'
import type { Language } from '../../../schemas/flow/languages.ts'
import type { Problem } from '../../../schemas/author/problem.ts'
import { flowTexts, type FlowText } from '../../flow/languages/flowTexts.ts'
import { inLanguage } from '../../flow/languages/inLanguage.ts'
import { languageOf, languagesOf } from '../../flow/languages/language.ts'
import { textsWithout } from '../../flow/languages/textsWithout.ts'
import { placeholders } from '../../flow/placeholders.ts'
import { SAMPLE } from '../edit/readyStepWords.ts'
import { LANGUAGE_PROBLEMS } from '../words/languageProblems.ts'
import { agesStated, mentionsAge } from '../kernel/ageStated.ts'
import { SITE } from '../kernel/siteTexts.ts'

/** Checks a flow's other languages: each text has a translation with the same placeholders, each of the site's own legal texts has a
 *  file, and `problemsIn` finds nothing in a translated flow that it does not find in the original. The flow conforms to the schema. */
export function checkLanguages(flow: Flow, problemsIn: (reading: Flow) => Problem[]): Problem[] {
  const [own, ...others] = languagesOf(flow)
  if (flow.ui_config.languages?.[own!])
    return [{ code: 'language_twice', at: [...LANGUAGES, own!], ...LANGUAGE_PROBLEMS.languageTwice(own!) }]
  if (others.length === 0) return []
  const texts = flowTexts(flow)
  const known = new Set(problemsIn(flow).map(keyOf))
  return others.flatMap((language) => [
    ...missing(flow, language),
    ...documentsWithout(flow, language),
    ...toCheck(flow, language),
    ...ofWords(flow, texts, language),
    ...problemsIn(inLanguage(flow, language))
      .filter((problem) => !known.has(keyOf(problem)))
      .map((problem) => atWords(problem, texts, language)),
  ])
}

const LANGUAGES = ['ui_config', 'languages']

const keyOf = ({ code, at }: Problem) => JSON.stringify([code, at])

function missing(flow: Flow, language: Language): Problem[] {
  // Authors replace sample texts before they translate them.
  const texts = textsWithout(flow, language).filter(({ text }) => !text.includes(SAMPLE))
  return texts.map(({ at, text }) => ({
    code: 'words_missing',
    at,
    ...LANGUAGE_PROBLEMS.wordsMissing(language, inShort(text)),
  }))
}

/** Legal texts of the site's own without a version in a language. */
function documentsWithout({ ui_config }: Flow, language: Language): Problem[] {
  const words = ui_config.languages?.[language] ?? {}
  return ui_config.site.footer.flatMap(({ file }, index): Problem[] =>
    file === undefined || Object.hasOwn(words, file)
      ? []
      : [
          {
            code: 'document_in_one_language',
            at: [...SITE, 'footer', index, 'file'],
            ...LANGUAGE_PROBLEMS.documentInOneLanguage(language, file),
          },
        ],
  )
}

/** Translations of texts that changed since, and marks of texts without a translation. */
function toCheck({ ui_config }: Flow, language: Language): Problem[] {
  const words = ui_config.languages?.[language] ?? {}
  return Object.entries(ui_config.languages?.check?.[language] ?? {}).map(([text, was]): Problem =>
    Object.hasOwn(words, text)
      ? {
          code: 'words_to_check',
          at: [...LANGUAGES, language, text],
          ...LANGUAGE_PROBLEMS.wordsToCheck(language, inShort(text), inShort(was)),
        }
      : {
          code: 'words_unused',
          at: [...LANGUAGES, 'check', language, text],
          ...LANGUAGE_PROBLEMS.markUnused,
        },
  )
}

/** Shortens a text to what is read at a glance. */
function inShort(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}

function ofWords(flow: Flow, texts: readonly FlowText[], language: Language): Problem[] {
  const uses = new Map(texts.map(({ text, use }) => [text, use]))
  for (const { text, use } of texts) if (use === 'words') uses.set(text, use)
  const words = flow.ui_config.languages?.[language] ?? {}
  return Object.entries(words).flatMap(([text, said]): Problem[] => {
    const at = [...LANGUAGES, language, text]
    const use = uses.get(text)
    if (use === undefined)
      return [{ code: 'words_unused', at, ...LANGUAGE_PROBLEMS.wordsUnused(languageOf(flow)) }]
    if (use === 'fixed') return [{ code: 'words_of_name', at, ...LANGUAGE_PROBLEMS.wordsOfName(text) }]
    const [own, other] = [text, said].map((one) => [...new Set(placeholders(one))].sort())
    if (String(own) !== String(other))
      return [{ code: 'words_differ', at, ...LANGUAGE_PROBLEMS.wordsDiffer(own!, other!) }]
    const age = [text, said]
      .flatMap(agesStated)
      .find((stated) => ![text, said].every((one) => mentionsAge(one, stated)))
    if (age === undefined) return []
    return [{ code: 'words_age', at, ...LANGUAGE_PROBLEMS.wordsAge(age) }]
  })
}

/** Moves a problem to the translation that causes it. */
function atWords(problem: Problem, texts: readonly FlowText[], language: Language): Problem {
  const place = JSON.stringify(problem.at)
  const text = texts.find(({ at }) => JSON.stringify(at) === place)?.text
  return text === undefined ? problem : { ...problem, at: [...LANGUAGES, language, text] }
}
