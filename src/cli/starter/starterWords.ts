/** Starter texts of a new site, by the kind of its offer. */
export interface StarterWords {
  offer: string
  title: string
  promise: string
  first: { label: string; hint: string; field: string; options: readonly string[] }
  second: { label: string; field: string; options: readonly string[] }
  buyer: string
  purpose: string
  thanks: string
}

export const KINDS = {
  claims: {
    offer: 'Injury claim',
    title: 'See whether you have a claim',
    promise: 'Free, and done in two minutes.',
    first: {
      label: 'What happened to you?',
      hint: 'Each kind of accident has its own rules.',
      field: 'accident',
      options: ['A car accident', 'An accident at work', 'A fall', 'Something else'],
    },
    second: {
      label: 'How long ago was it?',
      field: 'accident_age',
      options: ['Less than a year', '1 to 3 years', 'More than 3 years'],
    },
    buyer: 'Example Law Team',
    purpose: 'about my claim',
    thanks: 'We have your details. Keep whatever you have about the accident: letters, bills, photos.',
  },
  quotes: {
    offer: 'Home quotes',
    title: 'Compare quotes for your home',
    promise: 'Free, and done in two minutes.',
    first: {
      label: 'What do you want done?',
      hint: 'So that we ask only companies that do such work.',
      field: 'project',
      options: ['Solar panels', 'A new roof', 'Windows', 'Something else'],
    },
    second: {
      label: 'When should it be done?',
      field: 'project_start',
      options: ['As soon as possible', 'Within 3 months', 'Later'],
    },
    buyer: 'Example Home Team',
    purpose: 'about my project',
    thanks: 'We have your details. Photos of the place help to get a price at once.',
  },
  benefits: {
    offer: 'Benefits check',
    title: 'See which help you may get',
    promise: 'Free, and done in two minutes.',
    first: {
      label: 'What would help you most?',
      hint: 'You can ask about more once you talk to somebody.',
      field: 'help_wanted',
      options: ['Money while I am out of work', 'Help with a disability', 'Help with debt', 'Something else'],
    },
    second: {
      label: 'Do you work at the moment?',
      field: 'work',
      options: ['Yes, full time', 'Yes, some hours', 'No'],
    },
    buyer: 'Example Benefits Team',
    purpose: 'about benefits',
    thanks: 'We have your details. Have your last pay slip at hand when they call.',
  },
} as const satisfies Record<string, StarterWords>
export type Kind = keyof typeof KINDS
