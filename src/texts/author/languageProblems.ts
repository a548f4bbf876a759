import type { Language } from '../../../schemas/flow/languages.ts'

/** What is wrong with a flow's words in its languages. */

export const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', es: 'Spanish' }

const listed = (names: readonly string[]) =>
  names.length === 0 ? 'none' : names.map((name) => `{{${name}}}`).join(', ')

export const LANGUAGE_PROBLEMS = {
  languageTwice: (language: Language) => ({
    message: `The flow itself is written in ${LANGUAGE_NAMES[language]}, and has words in it besides.`,
    hint: `Remove "${language}" here, or name the language that the flow is written in as "default".`,
  }),
  wordsMissing: (language: Language, text: string) => ({
    message: `There are no ${LANGUAGE_NAMES[language]} words for “${text}”.`,
    hint: `Add them to ui_config.languages.${language}, under this text as it stands here; leadloom words --lang ${language} prints all that are missing.`,
  }),
  documentInOneLanguage: (language: Language, file: string) => ({
    message: `Who reads the site in ${LANGUAGE_NAMES[language]} is shown ${file} as it is: it has no ${LANGUAGE_NAMES[language]} counterpart.`,
    hint: `Put its ${LANGUAGE_NAMES[language]} text into a file beside the flow file, and name that in ui_config.languages.${language}, as in "${file}": "${file.replace('.', `-${language}.`)}"; or its own name, where it holds both.`,
  }),
  wordsUnused: (written: Language) => ({
    message: 'No text of the flow reads like this, so these words are shown to nobody.',
    hint: `Remove them, or write the ${LANGUAGE_NAMES[written]} text as it stands in the flow.`,
  }),
  wordsOfName: (text: string) => ({
    message: `“${text}” is the name of a buyer, which is the same in every language.`,
    hint: 'Remove it here: consents name buyers by their names.',
  }),
  wordsDiffer: (own: readonly string[], other: readonly string[]) => ({
    message: `The text has the placeholders ${listed(own)}, its words here ${listed(other)}.`,
    hint: 'Use the same ones in both.',
  }),
} as const
