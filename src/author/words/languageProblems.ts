import type { Language } from '../../../schemas/flow/languages.ts'

/** Problems with a flow's texts in its languages. */

export const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', es: 'Spanish' }

const listed = (names: readonly string[]) =>
  names.length === 0 ? 'none' : names.map((name) => `{{${name}}}`).join(', ')

export const LANGUAGE_PROBLEMS = {
  languageTwice: (language: Language) => ({
    message: `The flow is written in ${LANGUAGE_NAMES[language]}, but it also has a translation to ${LANGUAGE_NAMES[language]}.`,
    hint: `Remove "${language}" here, or set "default" to the language the flow is written in.`,
  }),
  wordsMissing: (language: Language, text: string) => ({
    message: `“${text}” isn’t translated to ${LANGUAGE_NAMES[language]}.`,
    hint: `Translate it under Languages at /studio, or add it to ui_config.languages.${language} under exactly this text.`,
  }),
  wordsToCheck: (language: Language, text: string, was: string) => ({
    message: `“${text}” changed after it was translated to ${LANGUAGE_NAMES[language]}. It was “${was}”.`,
    hint: `Check the translation under Languages at /studio, or correct it and remove the text from ui_config.languages.check.${language}.`,
  }),
  markUnused: {
    message: 'This translation to check doesn’t exist.',
    hint: 'Remove the text from ui_config.languages.check.',
  },
  documentInOneLanguage: (language: Language, file: string) => ({
    message: `${file} isn’t translated to ${LANGUAGE_NAMES[language]}, so visitors who read the site in ${LANGUAGE_NAMES[language]} see it as is.`,
    hint: `Put the ${LANGUAGE_NAMES[language]} text in a file next to the flow file, and name it in ui_config.languages.${language}, as in "${file}": "${file.replace('.', `-${language}.`)}". If one file has both languages, use its own name.`,
  }),
  wordsUnused: (written: Language) => ({
    message: 'No text in the flow matches this, so the translation is never shown.',
    hint: `Remove it, or use the ${LANGUAGE_NAMES[written]} text exactly as it is in the flow.`,
  }),
  wordsOfName: (text: string) => ({
    message: `“${text}” is the name of a buyer, which isn’t translated.`,
    hint: 'Remove it here. Consents show buyers by their names.',
  }),
  wordsDiffer: (own: readonly string[], other: readonly string[]) => ({
    message: `The text has the placeholders ${listed(own)}, but its translation has ${listed(other)}.`,
    hint: 'Use the same placeholders in both.',
  }),
  wordsAge: (age: number) => ({
    message: `The text and its translation state different ages. Only one of them says ${age}.`,
    hint: 'State the same age in both. What visitors agree to must be the same in every language.',
  }),
} as const
