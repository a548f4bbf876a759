import { renderSurveyInline } from '@formbricks/surveys'
import { STEPS, VEHICLE, type Ask } from '../steps.ts'

/** The funnel as a Formbricks survey. Formbricks has no select, no field that depends on another, one answer per question, and jumps
 *  instead of conditions. So a list replaces a select, the vehicle is just its make, name and date of birth are one line each, and every
 *  step is shown. */

const questions = STEPS.slice(0, -1).map(({ title, asks: [ask] }, index) => ({
  id: `q${index}`,
  headline: title,
  required: true,
  ...(ask && shape(ask)),
}))

function shape(ask: Ask): object {
  switch (ask.kind) {
    case 'buttons':
      return {
        type: 'cta',
        html: '',
        required: false,
        buttonLabel: ask.options[0],
        dismissButtonLabel: ask.options[1],
      }
    case 'radio':
      return choices('multipleChoiceSingle', ask.options)
    case 'checks':
      return choices('multipleChoiceMulti', ask.options)
    case 'vehicle':
      return choices('multipleChoiceSingle', VEHICLE.makes('2026'))
    case 'select':
      // The month of a date is part of its one line.
      return ask.name.startsWith('dob') ? line('text') : choices('multipleChoiceSingle', ask.options)
    case 'area':
      return { type: 'openText', inputType: 'text', longAnswer: true }
    case 'text':
      return line(ask.type === 'tel' ? 'phone' : ask.type)
  }
}

function line(inputType: string): object {
  return { type: 'openText', inputType, longAnswer: false }
}

function choices(type: string, options: readonly string[]): object {
  return { type, choices: options.map((label, index) => ({ id: `${label}-${index}`, label })) }
}

renderSurveyInline({
  containerId: 'survey',
  brandColor: '#14532d',
  isBrandingEnabled: false,
  survey: {
    id: 'yardstick',
    type: 'link',
    questions,
    styling: null,
    autoClose: null,
    redirectUrl: null,
    welcomeCard: { enabled: false },
    thankYouCard: { enabled: true, headline: STEPS.at(-1)?.title },
  },
})
