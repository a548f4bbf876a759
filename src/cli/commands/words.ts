import { LANGUAGES, type Language } from '../../../schemas/flow/languages.ts'
import { textsWithout } from '../../flow/languages/textsWithout.ts'
import { languageOf } from '../../flow/languages/language.ts'
import { command } from '../kernel/command.ts'
import { misuse, refusal } from '../kernel/failure.ts'
import { readFlow } from '../files/readFlow.ts'
import { problemText } from '../words/report.ts'

export const words = command('words', {
  summary: 'Print the texts of a flow that still need translating, as JSON',
  usage: 'FLOW --lang LANGUAGE',
  about:
    "Fill in the translation next to each text, then add the JSON to the flow's ui_config.languages under the language.",
  examples: ['leadloom words sites/my-site --lang es'],
  options: { lang: { type: 'string', value: 'LANGUAGE', about: `The language: ${LANGUAGES.join(' or ')}.` } },
  async run({ values: { lang }, positionals }, ctx) {
    const [word, ...more] = positionals
    if (word === undefined || more.length > 0) throw misuse('Add one flow file.')
    if (!isLanguage(lang)) throw misuse(`Add the language: --lang ${LANGUAGES.join(' or --lang ')}.`)
    const { file, flow, problems } = await readFlow(word)
    if (!flow)
      return {
        exit: 1,
        data: { file, language: lang, missing: {}, problems },
        words: problems.map((problem) => problemText(file, problem, ctx)),
      }
    if (languageOf(flow) === lang) throw refusal('failed', `${file} is already written in "${lang}".`)
    const missing = Object.fromEntries(textsWithout(flow, lang).map(({ text }) => [text, '']))
    return {
      exit: 0,
      data: { file, language: lang, missing, problems: [] },
      words: [JSON.stringify(missing, null, 2)],
    }
  },
})

function isLanguage(word: string | undefined): word is Language {
  return LANGUAGES.some((language) => language === word)
}
