/** Texts that an imported form needs besides its own, in the form’s language. */
export const IMPORTED_WORDS = {
  continue: { en: 'Continue', es: 'Continuar' },
  yes: { en: 'Yes', es: 'Sí' },
  no: { en: 'No', es: 'No' },
  agree: { en: 'I agree', es: 'Acepto' },
  decline: { en: 'I don’t agree', es: 'No acepto' },
  agreeHeading: { en: 'Do you agree?', es: '¿Está de acuerdo?' },
  other: { en: 'Other', es: 'Otro' },
  none: { en: 'None of these', es: 'Ninguno' },
  read: { en: 'Please read', es: 'Por favor, lea' },
  several: { en: 'A few questions', es: 'Algunas preguntas' },
  thanks: { en: 'Thank you', es: 'Gracias' },
  thanksText: { en: '<p>We have your answers.</p>', es: '<p>Tenemos sus respuestas.</p>' },
  main: { en: 'Questions', es: 'Preguntas' },
} as const

export type ImportedWord = keyof typeof IMPORTED_WORDS
