/** The yardstick funnel for the peers: the twelve steps of fixtures/sites/yardstick/flow.json, with the same titles and field names. */

export interface PeerStep {
  title: string
  asks: Ask[]
  /** True if these answers skip the step. */
  skipped?: (answers: Answers) => boolean
}

export type Ask =
  | { kind: 'buttons' | 'radio' | 'checks' | 'select'; name: string; label: string; options: string[] }
  | { kind: 'vehicle' }
  | { kind: 'area'; name: string; label: string; minLength: number }
  | { kind: 'text'; name: string; label: string; type: 'text' | 'email' | 'tel'; pattern: string }

export type Answers = Record<string, string | string[] | undefined>

const text = (
  name: string,
  label: string,
  { type = 'text', pattern = '.+' }: Partial<TextAsk> = {},
): Ask => ({
  kind: 'text',
  name,
  label,
  type,
  pattern,
})
type TextAsk = Extract<Ask, { kind: 'text' }>

const STATES =
  'Alabama,Alaska,Arizona,Arkansas,California,Colorado,Connecticut,Delaware,Florida,Georgia,Hawaii,Idaho,Illinois,Indiana,Iowa,Kansas,Kentucky,Louisiana,Maine,Maryland,Massachusetts,Michigan,Minnesota,Mississippi,Missouri,Montana,Nebraska,Nevada,New Hampshire,New Jersey,New Mexico,New York,North Carolina,North Dakota,Ohio,Oklahoma,Oregon,Pennsylvania,Rhode Island,South Carolina,South Dakota,Tennessee,Texas,Utah,Vermont,Virginia,Washington,West Virginia,Wisconsin,Wyoming'.split(
    ',',
  )
const AGES = ['Less than 1 month', '1 to 6 months', '6 to 12 months', '1 to 3 years', 'More than 3 years']
const INJURIES = ['Neck', 'Back', 'Head', 'Arm or hand', 'Leg or foot', 'Burns', 'Bruises', 'Other']
const MONTHS = 'January,February,March,April,May,June,July,August,September,October,November,December'.split(
  ',',
)

export const STEPS: PeerStep[] = [
  {
    title: 'Have you been injured in an accident?',
    asks: [{ kind: 'buttons', name: 'injured', label: 'Injured', options: ['Yes', 'No'] }],
  },
  {
    title: 'Which state did it happen in?',
    asks: [{ kind: 'select', name: 'incident_state', label: 'State', options: STATES }],
  },
  {
    title: 'How long ago were you injured?',
    asks: [{ kind: 'radio', name: 'injury_age', label: 'How long ago', options: AGES }],
  },
  {
    title: 'Which vehicle were you in?',
    asks: [{ kind: 'vehicle' }],
    skipped: ({ injured }) => injured !== 'Yes',
  },
  {
    title: 'Where were you hurt?',
    asks: [{ kind: 'checks', name: 'injuries', label: 'Injuries', options: INJURIES }],
    skipped: ({ injury_age }) => injury_age === 'More than 3 years',
  },
  {
    title: 'What happened?',
    asks: [{ kind: 'area', name: 'incident_description', label: 'What happened', minLength: 20 }],
  },
  { title: 'What is your ZIP code?', asks: [text('zip_code', 'ZIP code', { pattern: '\\d{5}' })] },
  {
    title: 'What is your name?',
    asks: [text('first_name', 'First name'), text('last_name', 'Last name')],
  },
  {
    title: 'What is your date of birth?',
    asks: [
      { kind: 'select', name: 'dob.month', label: 'Month', options: MONTHS },
      text('dob.day', 'Day', { pattern: '\\d{1,2}' }),
      text('dob.year', 'Year', { pattern: '\\d{4}' }),
    ],
  },
  {
    title: 'What is your email address?',
    asks: [text('email', 'Email', { type: 'email', pattern: '[^@\\s]+@[^@\\s]+' })],
  },
  {
    title: 'What is your phone number?',
    asks: [text('phone', 'Phone', { type: 'tel', pattern: '\\(\\d{3}\\) \\d{3}-\\d{4}' })],
  },
  { title: 'Thank you, we have your details', asks: [] },
]

/** The step that comes after `at`, by index. */
export function nextStep(at: number, answers: Answers): number {
  const next = STEPS.findIndex((step, index) => index > at && !step.skipped?.(answers))
  return next === -1 ? at : next
}

/** A vehicle's three lists, each known once the one before is chosen. */
export const VEHICLE = {
  years: Array.from({ length: 32 }, (_, n) => String(2026 - n)),
  makes: (year: string) => Array.from({ length: year ? 40 : 0 }, (_, n) => `Make ${n + 1}`),
  models: (make: string) => Array.from({ length: make ? 30 : 0 }, (_, n) => `${make} model ${n + 1}`),
}

/** Masks a phone number as it is typed: (512) 555-2368. */
export function maskPhone(text: string): string {
  const digits = text.replace(/\D/g, '')
  const [area, exchange, line] = [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6, 10)]
  return line ? `(${area}) ${exchange}-${line}` : exchange ? `(${area}) ${exchange}` : area
}
