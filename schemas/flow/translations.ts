import { Type, type Static } from 'typebox'
import { AT_MOST, closed, explained, texts } from '../kernel/shape.ts'
import { LANGUAGE_NAMES } from './languages.ts'

/** A language that a site can have. */
export const LanguageName = explained('A language.', LANGUAGE_NAMES)

/** Every text that visitors read, as in the flow, with its translation. */
const words = (language: string) =>
  Type.Optional(
    texts(
      { nameLength: AT_MOST.html, length: AT_MOST.html },
      {
        maxProperties: AT_MOST.words,
        description: `The flow’s texts in ${language}. Each text exactly as it is in the flow, with its ${language} translation and the same placeholders.`,
        examples: [{ 'Were you injured?': '¿Resultó herido?' }],
      },
    ),
  )

/** Texts that changed since they were translated. */
const changed = (language: string) =>
  Type.Optional(
    texts(
      { nameLength: AT_MOST.html, length: AT_MOST.html },
      {
        maxProperties: AT_MOST.words,
        description: `Texts whose ${language} translation must be checked, each with the text that was translated.`,
        examples: [{ 'Were you injured?': 'Were you injurd?' }],
      },
    ),
  )

export const Languages = closed(
  {
    default: explained('The language the flow is written in.', LANGUAGE_NAMES),
    en: words(LANGUAGE_NAMES.en),
    es: words(LANGUAGE_NAMES.es),
    check: Type.Optional(
      closed(
        { en: changed(LANGUAGE_NAMES.en), es: changed(LANGUAGE_NAMES.es) },
        {
          description:
            'Translations to check, because their texts changed since. The editor at /studio keeps this list.',
        },
      ),
    ),
  },
  {
    default: { default: 'en' },
    description:
      'The languages of the site. The flow is written in one of them, and translations to the others go here.',
    examples: [{ default: 'en', es: { 'Were you injured?': '¿Resultó herido?' } }],
  },
)
export type Languages = Static<typeof Languages>
