import type { FlowDocument, Site } from '../../schemas/flow/flow.ts'
import { plainFlow } from './plainFlow.ts'

/** Content that a site may show around its first question. */
export const LANDING: NonNullable<Site['landing']> = {
  title: 'Find out what solar panels would save you',
  text: 'Two minutes, no obligation. An installer near you looks at your answers for free.',
  picture: { file: 'roof-full.png', alt: 'A house with nothing near it', caption: 'Sun all day.' },
  testimonials: {
    title: 'What people say',
    entries: [
      {
        quote: 'The installer knew what I had written, and asked nothing twice.',
        name: 'Maria G.',
        place: 'Houston, Texas',
        rating: 5,
        source: 'From our survey of May 2026',
        picture: { file: 'roof-some.png' },
      },
      { quote: 'They called the next day.', name: 'Bob' },
    ],
  },
  faq: { title: 'Before you start', entries: [{ question: 'What does it cost?', html: '<p>Nothing.</p>' }] },
}

/** Two choices, then a name, with the site's landing section around the first step. */
export function landingFlow(): FlowDocument {
  const flow = plainFlow(
    {
      own: {
        label: 'Do you own your home?',
        answers: {
          yes: { backend_field_name: 'own', backend_field_value: 'yes' },
          no: { backend_field_name: 'own', backend_field_value: 'no' },
        },
      },
      name: {
        label: 'What is your name?',
        answers: { value: { backend_field_name: 'name', label: 'Name' } },
      },
    },
    [
      { name: 'own', questions: [choice('yes', 'Yes, I do'), choice('no', 'No, I rent')] },
      {
        name: 'name',
        questions: [
          {
            type: 'input',
            widget: 'text',
            question_key: 'name',
            answer_id: 'value',
            validations: { local: [{ name: 'required' }] },
          },
          { type: 'submit', text: 'Continue' },
        ],
      },
    ],
  )
  const { promise: _, ...site } = flow.ui_config.site
  flow.ui_config.site = { ...site, landing: LANDING, trust: ['Free for you', 'No call without your consent'] }
  return flow
}

function choice(answer_id: 'yes' | 'no', text: string) {
  return { type: 'container', widget: 'choice', submit: true, question_key: 'own', answer_id, text } as const
}
