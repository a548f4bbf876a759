import type * as English from '../answerErrors.ts'
import type { Wording } from '../languages/sameSentences.ts'

/** A label has a gender that is not known here: no sentence has a word that would follow it. */

export const LOCAL_ERRORS: Wording<typeof English.LOCAL_ERRORS> = {
  required: (label) => `Falta: ${label}`,
  email: (label) => `${label}: escriba una dirección de correo electrónico válida`,
  email_format: () => 'Escriba una dirección de correo electrónico válida',
  phone: (label) => `${label}: escriba un número de teléfono válido`,
  zip: (label) => `${label}: escriba un código postal válido`,
  date_of_birth: (label) => `${label}: escriba una fecha de nacimiento válida`,
  age: (_label, _to, ages) => `Debe tener ${inYears(ages ?? {})} años`,
  description: (label, least) => `${label}: escriba al menos ${least} caracteres`,
  min: (_, least) => `El valor mínimo permitido es ${least}`,
  max: (_, most) => `El valor máximo permitido es ${most}`,
  same_as: (label, other) => `${label}: debe coincidir con “${other}”`,
  not_before: (label, other) => `${label}: no puede ser anterior a “${other}”`,
  not_after: (label, other) => `${label}: no puede ser posterior a “${other}”`,
}

function inYears({ min, max }: { min?: number; max?: number }): string {
  if (min === undefined) return `como máximo ${max}`
  return max === undefined ? `al menos ${min}` : `de ${min} a ${max}`
}

export const EXTERNAL_ERRORS: Wording<typeof English.EXTERNAL_ERRORS> = {
  email: (label) => `${label}: escriba una dirección de correo electrónico que exista`,
  phone: (label) => `${label}: escriba un número de teléfono que exista`,
  zip: (label) => `${label}: escriba un código postal que exista`,
}

export const ANSWER_ERRORS: Wording<typeof English.ANSWER_ERRORS> = {
  nothingTicked: 'Elija al menos una opción',
  notTogether: (option) => `“${option}” no se puede elegir junto con otra opción`,
  noNumber: (label) => `${label}: escriba un número`,
  offScale: (label, min, step) =>
    `${label}: debe ser ${min.toLocaleString('es-US')} o varios pasos de ${step.toLocaleString('es-US')} más`,
  tooLong: (label, most) => `${label}: escriba como máximo ${most.toLocaleString('es-US')} caracteres`,
  unusable: (label) => `${label}: no se puede usar esta respuesta, revísela`,
}

const PART = { day: 'día', month: 'mes', year: 'año' }

export const DATE_ERRORS: Wording<typeof English.DATE_ERRORS> = {
  least: (part, least) => `El ${PART[part]} mínimo es ${least}`,
  most: (part, most) => `El ${PART[part]} máximo es ${most}`,
  yearOrLater: (label, year) => `${label}: debe ser ${year} o posterior`,
  mustBe: (label, value) => `${label}: debe ser ${value}`,
  inFuture: (label) => `${label}: no puede estar en el futuro`,
}
