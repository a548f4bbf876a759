import type { ElementOf } from '../../../schemas/elements/element.ts'
import type { Problem } from '../../../schemas/author/problem.ts'
import { maskMisfits } from './validationClashes.ts'
import { isAnything, typedValues } from './typed.ts'
import { ONE_VALUE, type Authoring, type Chance } from './authoring.ts'
import { naturalFor, VALIDATION_AUTHORING } from './validationAuthoring.ts'
import { WIDGET_PROBLEMS } from './widgetProblems.ts'

export const textAuthoring: Authoring<ElementOf<'text'>> = {
  fitting: [
    'required',
    'email',
    'email_format',
    'phone',
    'zip',
    'description',
    'min',
    'max',
    'same_as',
    'not_before',
    'not_after',
  ],
  isCheckable: true,
  isTyped: true,
  check: checkMask,
  answering({ element, required, fields }, { args, seeds }) {
    const { field } = fields[0]!
    const { local, external = [] } = element.validations
    return {
      ...ONE_VALUE,
      required,
      element,
      field,
      phoneChecked: external.includes('phone'),
      values: typedValues(
        { natural: naturalText(element), fits: isAnything, local },
        args(field),
        seeds(field),
      ),
    }
  },
  invent: (chance, field) => INVENTED.find(({ of }) => of.test(field))!.text(chance),
}

/** Digits, and the punctuation of phone numbers, ZIP codes and dates. */
const MASK = /^(\+1[ -]?)?[9 ()./-]+$/

function checkMask(element: ElementOf<'text'>, at: Problem['at']): Problem[] {
  const { mask } = element
  if (mask === undefined) return []
  if (MASK.test(mask) && mask.includes('9')) return maskMisfits(element, mask, at)
  return [
    {
      code: 'odd_mask',
      at: [...at, 'mask'],
      ...WIDGET_PROBLEMS.oddMask(mask),
    },
  ]
}

/** Obvious inputs of a visitor. */
function naturalText({ validations: { local }, autocomplete, inputmode }: ElementOf<'text'>): string[] {
  const bounds = local.flatMap(({ name, arg }) =>
    arg !== undefined && VALIDATION_AUTHORING[name].takes?.key === 'arg' ? [String(arg)] : [],
  )
  const natural = naturalFor(local)
  if (natural) return [...natural, ...bounds, ...bounds.map((bound) => bound.padStart(5, '0'))]
  if (bounds.length > 0) return [...bounds, ...NUMBERS]
  if (inputmode === 'numeric') return NUMBERS
  return [...(autocomplete ? BY_PURPOSE[autocomplete] : []), ...WORDS]
}

const NUMBERS = ['40', '7']
/** Input for fields that accept anything. */
export const WORDS = ['something else']

const BY_PURPOSE: Record<NonNullable<ElementOf<'text'>['autocomplete']>, string[]> = {
  name: ['Maria Lopez'],
  'given-name': ['Maria'],
  'family-name': ['Castillo'],
  email: ['maria.castillo@example.us'],
  'tel-national': ['(512) 959-2368'],
  'postal-code': ['78701'],
  'street-address': ['1200 Congress Avenue'],
  'address-level2': ['Austin'],
}

/** Invented texts by the name of the field; the last entry matches all others. Numbers of the exchange 959, which phone companies keep
 *  for tests, belong to no subscriber. Source: NANPA, central office codes. */
const INVENTED: { of: RegExp; text: (chance: Chance) => string }[] = [
  { of: /email/, text: ({ between }) => `visitor${between(1000, 9999)}@example.us` },
  { of: /phone/, text: ({ between }) => `(212) 959-${between(1000, 9999)}` },
  { of: /zip/, text: ({ one }) => one(['10001', '60601', '77002', '90012', '33101']) },
  { of: /first_name/, text: ({ one }) => one(['Maria', 'James', 'Linda', 'Robert', 'Grace', 'Luis']) },
  { of: /last_name/, text: ({ one }) => one(['Garcia', 'Smith', 'Nguyen', 'Brown', 'Rivera']) },
  { of: /./, text: ({ between }) => String(between(1, 60)) },
]
