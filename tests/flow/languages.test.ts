import { describe, expect, test } from 'vitest'
import { chooseLanguage } from '../../src/flow/languages/chooseLanguage.ts'
import { flowTexts } from '../../src/flow/languages/flowTexts.ts'
import { inLanguage, withoutWords } from '../../src/flow/languages/inLanguage.ts'
import { languageOf, languagesOf, says } from '../../src/flow/languages/language.ts'
import { named } from '../../src/flow/named.ts'
import { fieldErrors } from '../../src/flow/validations/validations.ts'
import '../../src/texts/languages/everyLanguage.ts'
import { choices, consent, flow, input, origin, step, SUBMIT } from './flows.ts'

const WORDS = {
  'zip?': '¿Código postal?',
  yes: 'Sí',
  '{{product}} may call me.': '{{product}} puede llamarme.',
  'A small flow': 'Un flujo pequeño',
}
const SPOKEN = flow(
  {
    offer: [
      step('zip', [input('text', 'zip', ['required', 'zip']), SUBMIT]),
      step('go', choices('go', 'yes', 'no')),
      step('agree', [consent('tcpa', '{{product}} may call me.'), SUBMIT]),
    ],
  },
  { ui: { languages: { default: 'en', es: WORDS } } },
)
const SPANISH = inLanguage(SPOKEN, 'es')

describe('a flow in another language', () => {
  test('has its translations and records the same values', () => {
    const { questions } = SPANISH.constants_config
    expect(questions['zip']?.label).toBe('¿Código postal?')
    expect(questions['go']?.answers['a0']).toEqual({ backend_field_name: 'go', backend_field_value: 'yes' })
    expect(questions['tcpa']?.answers).toMatchObject({
      value: { backend_field_value: '{{product}} puede llamarme.' },
    })
    expect(flowTexts(SPANISH).map(({ text }) => text)).toContain('Sí')
    expect(SPANISH.ui_config.title).toBe('Un flujo pequeño')
  })

  test('is unchanged in its own language, and in one that it doesn’t have', () => {
    expect(inLanguage(SPOKEN, 'en')).toBe(SPOKEN)
    expect(inLanguage(SPOKEN, undefined)).toBe(SPOKEN)
    expect(inLanguage(SPANISH, 'en')).toBe(SPANISH)
    expect(inLanguage(SPOKEN, 'es')).toBe(SPANISH)
  })

  test('names its language and the others, without their texts', () => {
    expect([languageOf(SPANISH), ...languagesOf(SPANISH)]).toEqual(['es', 'es', 'en'])
    expect(withoutWords(SPOKEN).ui_config.languages).toEqual({ default: 'en', es: {} })
    expect(languagesOf(flow({}))).toEqual(['en'])
  })

  test('names the product in a consent and in the title, like the original', () => {
    const { constants_config } = inLanguage(named(SPOKEN, 'Acme'), 'es')
    expect(constants_config.questions['tcpa']?.answers).toMatchObject({
      value: { backend_field_value: 'Acme puede llamarme.' },
    })
  })

  test('shows errors in that language', () => {
    const wrong = (at: typeof SPOKEN) => {
      const zip = at.ui_config.offers['offer']!.steps[0]!
      return fieldErrors(at, { step: zip, before: {}, today: origin().today }, {})
    }
    expect(wrong(SPOKEN)).toEqual([{ field: 'zip', message: 'zip? is required' }])
    expect(wrong(SPANISH)).toEqual([{ field: 'zip', message: 'Falta: ¿Código postal?' }])
  })
})

test('every sentence is in English and in Spanish', () => {
  expect(says(SPOKEN).STEP.back).toBe('Back')
  expect(says(SPANISH).STEP.back).toBe('Atrás')
  expect(says(SPANISH).MONTHS).toHaveLength(12)
})

test.each<[string, Parameters<typeof chooseLanguage>[1], string]>([
  ['what the address asks for', { asked: 'es', held: 'en', accepted: 'en' }, 'es'],
  ['that of the visit, where the address asks for none', { held: 'es', accepted: 'en-US' }, 'es'],
  ['that of the visit, where the address asks for one that there is not', { asked: 'fr', held: 'es' }, 'es'],
  ['the first that the browser accepts', { accepted: 'fr-CA, es-MX;q=0.8, en;q=0.5' }, 'es'],
  ['the one that the browser would rather have', { accepted: 'es;q=0.3, en-US;q=0.9' }, 'en'],
  ['its own, where the browser refuses the other', { accepted: 'es;q=0, fr' }, 'en'],
  ['its own, where nothing is said', {}, 'en'],
  ['its own, where what is said makes no sense', { asked: '__proto__', accepted: ';;q=x,,' }, 'en'],
])('a visitor reads %s', (_, wish, language) => {
  expect(chooseLanguage(SPOKEN, wish)).toBe(language)
})
