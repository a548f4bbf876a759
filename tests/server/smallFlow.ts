import type { Flow } from '../../schemas/flow/flow.ts'
import { PLAIN_BRAND } from '../brands.ts'

/** Asks if the visitor was hurt (yes or no), if so for the state, and for an email, which sends the lead. An offer that isn't real
 *  follows. */
export const SMALL_FLOW: Flow = {
  constants_config: {
    questions: {
      hurt: {
        label: 'Were you hurt?',
        answers: {
          yes: { backend_field_name: 'hurt', backend_field_value: 'yes' },
          no: { backend_field_name: 'hurt', backend_field_value: 'no' },
        },
      },
      where: {
        label: 'Where?',
        answers: {
          value: {
            backend_field_name: 'state',
            label: 'State',
            options: [
              { text: 'New York', backend_field_value: 'NY' },
              { text: 'Texas', backend_field_value: 'TX' },
            ],
          },
        },
      },
      mail: { label: 'Your email?', answers: { value: { backend_field_name: 'email', label: 'Email' } } },
    },
  },
  ui_config: {
    template: 'leadloom',
    site: PLAIN_BRAND,
    style: 'small',
    title: 'A small flow',
    favicon: 'small',
    basic_fields: ['email'],
    fields: {},
    entrypoint: { tracking_scripts: {} },
    offers: {
      claim: {
        name: 'Claim',
        real: true,
        design: 'plain',
        steps: [
          {
            name: 'hurt',
            questions: [choice('hurt', 'yes', 'Yes'), choice('hurt', 'no', 'No')],
          },
          {
            name: 'where',
            display_rules: [{ operator: null, conditions: [{ field: 'hurt', condition: 'eq', arg: 'yes' }] }],
            questions: [
              {
                type: 'select',
                widget: 'dropdown',
                question_key: 'where',
                answer_id: 'value',
                validations: { local: [{ name: 'required' }] },
              },
              { type: 'submit', text: 'Continue' },
            ],
          },
          {
            name: 'mail',
            execute_actions: [{ name: 'send_lead' }],
            questions: [
              {
                type: 'input',
                widget: 'text',
                question_key: 'mail',
                answer_id: 'value',
                validations: { local: [{ name: 'required' }, { name: 'email' }] },
              },
              { type: 'submit', text: 'Continue' },
            ],
          },
        ],
      },
      thanks: {
        name: 'Thanks',
        real: false,
        design: 'thank_you',
        steps: [{ name: 'end', questions: [{ type: 'container', widget: 'html', html: '<p>Thanks.</p>' }] }],
      },
    },
  },
  offer_order: ['claim', 'thanks'],
}

/** The small flow with a lead that goes to the buyer `acme`. */
export const SELLING_FLOW: Flow = structuredClone(SMALL_FLOW)
SELLING_FLOW.ui_config.buyers = { acme: { name: 'Acme', required_fields: ['email'] } }
SELLING_FLOW.ui_config.offers['claim']!.steps[2]!.execute_actions = [{ name: 'send_lead', buyers: ['acme'] }]

function choice(question_key: string, answer_id: string, text: string) {
  return { type: 'container', widget: 'choice', submit: true, question_key, answer_id, text } as const
}

/** Answers that its steps accept. */
export const HURT = {
  offer_key: 'claim',
  step_key: 'hurt',
  answers: [{ question_key: 'hurt', answer_key: 'yes', raw_data: 'yes' }],
}
export const WHERE = {
  offer_key: 'claim',
  step_key: 'where',
  answers: [{ question_key: 'where', answer_key: 'value.1', raw_data: 'TX' }],
}
export const MAIL = {
  offer_key: 'claim',
  step_key: 'mail',
  answers: [{ question_key: 'mail', answer_key: 'value', raw_data: 'ann@example.com' }],
}
