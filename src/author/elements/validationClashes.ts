import type { InputElement, LocalValidation } from '../../../schemas/elements/element.ts'
import type { Problem } from '../../../schemas/author/problem.ts'
import { SAMPLES, VALIDATION_AUTHORING } from './validationAuthoring.ts'
import { passes } from './typed.ts'
import { placed, type Path, type Placed } from '../kernel/validParts.ts'
import { WIDGET_PROBLEMS } from './widgetProblems.ts'

/** Pairs of validations where one refuses everything that the other accepts: no visitor could leave the step. */
export function exclusions(element: InputElement, at: Path): Problem[] {
  const checks = checksOf(element, at)
  // A number as typed, and in the format of a ZIP code.
  const numbers = checks.flatMap(({ value: { arg } }) =>
    arg === undefined ? [] : [String(arg), String(arg).padStart(5, '0')],
  )
  const texts = [...SAMPLES, ...numbers]
  return checks.flatMap(({ at, value: check }, index): Problem[] => {
    const both = (text: string, other: LocalValidation) => passes(check, text) && passes(other, text)
    const other = checks.slice(0, index).find(({ value }) => !texts.some((text) => both(text, value)))
    if (!other) return []
    return [
      {
        code: 'validations_clash',
        at,
        ...WIDGET_PROBLEMS.validationsClash(nameOf(other.value), nameOf(check)),
        hint: MEND,
      },
    ]
  })
}

/** Problems of a mask with a validation that refuses every text once all of its digits are typed. */
export function maskMisfits(element: InputElement, mask: string, at: Path): Problem[] {
  const checks = checksOf(element, at).map(({ value }) => value)
  const texts = filled(mask, checks)
  const wrong = checks.find((check) => !texts.some((text) => passes(check, text)))
  if (!wrong) return []
  const right = VALIDATION_AUTHORING[wrong.name].mask
  return [
    {
      code: 'mask_misfit',
      at: [...at, 'mask'],
      ...WIDGET_PROBLEMS.maskMisfit(mask, nameOf(wrong)),
      hint: right === undefined ? MEND : WIDGET_PROBLEMS.writeMask(right),
    },
  ]
}

const MEND = WIDGET_PROBLEMS.removeOne

/** Validations of an element, local and external. The server only checks texts that the browser accepted. */
function checksOf(
  { validations: { local, external = [] } }: InputElement,
  at: Path,
): Placed<LocalValidation>[] {
  const asked = placed(external, [...at, 'validations', 'external'])
  return [
    ...placed(local, [...at, 'validations', 'local']),
    ...asked.map(({ at, value: name }) => ({ at, value: { name } })),
  ]
}

/** Texts that fill a mask: with the digits of phone numbers, and with the numbers next to the allowed ones. */
function filled(mask: string, checks: readonly LocalValidation[]): string[] {
  const places = mask.replace(/[^9]/g, '').length
  const scale = 10 ** (/\.(9*)/.exec(mask)?.[1]?.length ?? 0)
  const bounds = checks.flatMap(({ arg }) =>
    arg === undefined || arg < 0 ? [] : [Math.floor(arg * scale), Math.ceil(arg * scale)],
  )
  const digits = [...PHONES.map((phone) => phone.repeat(places).slice(0, places)), ...bounds.map(String)]
  return digits.flatMap((text) => {
    const left = Array.from(text.padStart(places, '0'))
    return left.length > places ? [] : mask.replaceAll('9', () => left.shift() ?? '')
  })
}

/** Phone numbers without and with the country code. */
const PHONES = ['5129592368', '15129592368']

function nameOf({ name, arg }: LocalValidation): string {
  return arg === undefined ? name : `${name} ${arg}`
}
