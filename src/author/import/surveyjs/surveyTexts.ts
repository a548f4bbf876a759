import type { Language } from '../../../../schemas/flow/flow.ts'
import { isObject, member, textIn, textOf } from '../foreignJson.ts'
import type { Said } from '../reading.ts'

/** A text of the survey: one for all, or one per language. */
export function saidIn(of: unknown, name: string, language: Language): Said {
  return saidOf(member(of, name), language)
}

export function saidOf(value: unknown, language: Language): Said {
  if (!isObject(value)) return { own: textOf(value) }
  const other = language === 'en' ? 'es' : 'en'
  const standard = textIn(value, 'default')
  const own = textIn(value, language) || standard || textIn(value, other) || textOf(Object.values(value)[0])
  const translated = textIn(value, other)
  return { own, ...(translated !== '' && { other: translated }) }
}
