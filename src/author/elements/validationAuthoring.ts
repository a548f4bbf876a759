import type { LocalValidation } from '../../../schemas/elements/element.ts'

/** Rules of a validation for checks, proofs, and the guide. */
interface ValidationAuthoring {
  /** Parameter in addition to its name: its key, its description, and an example if it is part of the sentence. */
  takes: { key: 'arg' | 'field' | 'ages'; what: string; example?: string | number } | null
  /** A text that passes, alone, and together with validations that may be combined with it. */
  sample: string
  /** Obvious inputs of a visitor, if the validation implies any. */
  natural?: string[]
  /** Mask that its texts fit. */
  mask?: string
}

const DATE = '1985-03-09'
const EMAIL = 'maria.castillo@example.us'
const STORY = 'The light was green for me and another car hit my door.'
const ZIP = '78701'

const field = (example: string) =>
  ({ key: 'field', what: 'the backend field of another answer', example }) as const

/** Every validation that needs no server; the compiler requires each one here. If several have natural inputs, the first one counts. */
export const VALIDATION_AUTHORING: Record<LocalValidation['name'], ValidationAuthoring> = {
  required: { takes: null, sample: ZIP },
  email: { takes: null, sample: EMAIL, natural: [EMAIL] },
  email_format: { takes: null, sample: EMAIL, natural: [EMAIL] },
  phone: { takes: null, sample: '5129592368', natural: ['(512) 959-2368'], mask: '(999) 999-9999' },
  zip: { takes: null, sample: ZIP, natural: [ZIP], mask: '99999' },
  date_of_birth: { takes: null, sample: DATE },
  age: { takes: { key: 'ages', what: 'the youngest age allowed' }, sample: DATE },
  description: { takes: null, sample: STORY, natural: [STORY] },
  min: { takes: { key: 'arg', what: 'the smallest number allowed', example: 18 }, sample: ZIP },
  max: { takes: { key: 'arg', what: 'the largest number allowed', example: 120 }, sample: ZIP },
  same_as: { takes: field('Email'), sample: DATE },
  not_before: { takes: field('Start'), sample: DATE },
  not_after: { takes: field('End'), sample: DATE },
}

type Name = LocalValidation['name']

const NAMES = Object.keys(VALIDATION_AUTHORING) as Name[]

/** Validations with this kind of parameter. */
export function takers(key: 'arg' | 'field' | 'ages'): Name[] {
  return NAMES.filter((name) => VALIDATION_AUTHORING[name].takes?.key === key)
}

/** Obvious inputs under these validations; null if none implies any. */
export function naturalFor(local: readonly LocalValidation[]): string[] | null {
  const names = local.map(({ name }) => name)
  const telling = NAMES.find((name) => names.includes(name) && VALIDATION_AUTHORING[name].natural)
  return telling ? (VALIDATION_AUTHORING[telling].natural ?? null) : null
}

/** Texts such that each validation accepts at least one. */
export const SAMPLES = [...new Set(NAMES.map((name) => VALIDATION_AUTHORING[name].sample))]
