/** Subject of a measurement: the location of its funnel, and how a visitor walks it. */
export interface Subject {
  name: string
  /** The page's path on its server. */
  path: string
  /** Selects the heading of the current step. */
  heading: string
  firstChoice: string
  /** Selects the button that continues. */
  onward: string
  /** Acts on each step from the second to the last but one. */
  steps: Act[][]
  /** True if its calls aren't stored, and so not sent. */
  unsent?: true
  /** True if its visitor prefers reduced motion. */
  still?: true
}

/** An act on the control that a selector finds; if several are visible, on the one at `index`. */
export type Act = {
  find: string
  index?: number
  /** Index of the option to choose. With `text` the act types; without either it presses. */
  option?: number
  text?: string
}

const field = (name: string) => `[name="${name}"]`
/** Text of the step at which typing is measured. */
export const STORY = 'The light was green for me and a pickup came through the crossing and hit my door.'

/** Acts on the fields by name, the same on every page that we wrote. */
const BY_NAME: Act[][] = [
  [{ find: field('incident_state'), option: 43 }],
  [{ find: field('injury_age'), index: 1 }],
  [
    { find: field('vehicle.year'), option: 10 },
    { find: field('vehicle.make'), option: 12 },
    { find: field('vehicle.model'), option: 1 },
  ],
  [{ find: field('injuries') }, { find: field('injuries'), index: 3 }],
  [{ find: field('incident_description'), text: STORY }],
  [{ find: field('zip_code'), text: '78701' }],
  [
    { find: field('first_name'), text: 'Maria' },
    { find: field('last_name'), text: 'Castillo' },
  ],
  [
    { find: field('dob.month'), option: 3 },
    { find: field('dob.day'), text: '9' },
    { find: field('dob.year'), text: '1985' },
  ],
  [{ find: field('email'), text: 'maria.castillo@example.us' }],
  [{ find: field('phone'), text: '(512) 959-2368' }],
]

const LINE = 'input, textarea'
const CHOICE = 'fieldset label'

const OURS = {
  name: 'Leadloom',
  path: '/yardstick',
  heading: '.step:not([data-ahead]) h1',
  firstChoice: 'button[value=yes]',
  onward: '.actions button',
  steps: BY_NAME,
}

export const SUBJECTS = {
  ours: OURS,
  unsent: { ...OURS, name: 'without sending', unsent: true },
  still: { ...OURS, name: '… and motion', unsent: true, still: true },
  plain: {
    name: 'plain HTML',
    path: '/plain/',
    heading: 'form:not([hidden]) h1',
    firstChoice: 'button[value=Yes]',
    onward: 'button:not([name])',
    steps: BY_NAME,
  },
  formbricks: {
    name: 'Formbricks',
    path: '/formbricks/',
    heading: 'label.text-heading',
    firstChoice: 'button:last-of-type',
    onward: 'button[type=submit]',
    steps: [
      [{ find: CHOICE, index: 42 }],
      [{ find: CHOICE, index: 1 }],
      [{ find: CHOICE, index: 11 }],
      [{ find: CHOICE }, { find: CHOICE, index: 3 }],
      [{ find: LINE, text: STORY }],
      [{ find: LINE, text: '78701' }],
      [{ find: LINE, text: 'Maria Castillo' }],
      [{ find: LINE, text: '9 March 1985' }],
      [{ find: LINE, text: 'maria.castillo@example.us' }],
      [{ find: LINE, text: '5129592368' }],
    ],
  },
  react: {
    name: 'React by hand',
    path: '/react/',
    heading: 'h1',
    firstChoice: 'button[value=Yes]',
    onward: 'button:not([name])',
    steps: BY_NAME,
  },
} as const satisfies Record<string, Subject>
