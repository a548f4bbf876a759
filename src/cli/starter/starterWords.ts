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
    title: 'See if you have a claim',
    promise: 'Free. Takes two minutes.',
    first: {
      label: 'What happened to you?',
      hint: 'The rules depend on the type of accident.',
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
    thanks:
      'We have your information. Keep everything about the accident, such as letters, bills, and photos.',
  },
  quotes: {
    offer: 'Home quotes',
    title: 'Compare quotes for your home',
    promise: 'Free. Takes two minutes.',
    first: {
      label: 'What project are you planning?',
      hint: 'We’ll match you with companies that do this work.',
      field: 'project',
      options: ['Solar panels', 'A new roof', 'Windows', 'Something else'],
    },
    second: {
      label: 'When do you want to start?',
      field: 'project_start',
      options: ['As soon as possible', 'Within 3 months', 'Later'],
    },
    buyer: 'Example Home Team',
    purpose: 'about my project',
    thanks: 'We have your information. To get a quote faster, take a few photos of your home.',
  },
  benefits: {
    offer: 'Benefits check',
    title: 'See what help you may qualify for',
    promise: 'Free. Takes two minutes.',
    first: {
      label: 'What would help you most?',
      hint: 'You can ask about more when you talk to someone.',
      field: 'help_wanted',
      options: ['Money while I am out of work', 'Help with a disability', 'Help with debt', 'Something else'],
    },
    second: {
      label: 'Are you working now?',
      field: 'work',
      options: ['Yes, full time', 'Yes, some hours', 'No'],
    },
    buyer: 'Example Benefits Team',
    purpose: 'about benefits',
    thanks: 'We have your information. Have your latest pay stub ready when they call.',
  },
} as const satisfies Record<string, StarterWords>
export type Kind = keyof typeof KINDS
