import type { FlowDocument } from '../../schemas/flow/flow.ts'
import { brandOf } from '../brands.ts'

export const CONSENT =
  'By pressing “Get my review” I agree that Claims & Partner may call and text me at the number above, also by automated means. My consent is not a condition of any purchase.'

/** A choice, then an email and a phone number with a consent; every tracking script is configured. */
export const TRACKED_FLOW: FlowDocument = {
  $schema: './flow.schema.json',
  constants_config: {
    questions: {
      hurt: {
        label: 'Were you hurt?',
        answers: {
          yes: { backend_field_name: 'hurt', backend_field_value: 'yes' },
          no: { backend_field_name: 'hurt', backend_field_value: 'no' },
        },
      },
      who: {
        label: 'Where can we reach you?',
        answers: {
          phone: { backend_field_name: 'phone', label: 'Phone' },
          email: { backend_field_name: 'email', label: 'Email' },
        },
      },
      agree: {
        label: 'Consent',
        answers: { text: { backend_field_name: 'mva_tcpa', backend_field_value: CONSENT } },
      },
    },
  },
  ui_config: {
    template: 'found-money',
    site: brandOf('found-money'),
    style: 'found-money',
    title: 'Tracked',
    favicon: 'found-money',
    basic_fields: ['email', 'phone'],
    fields: {},
    buyers: { claims: { name: 'Claims & Partner', required_fields: ['phone'] } },
    entrypoint: {
      tracking_scripts: {
        trustedform: { enabled: true },
        jornaya: { campaign_id: '1a72ea9a-e602-297f-f916-02c9c37134bf' },
        everflow: { tracking_domain: 'clicks.example', oid: '7', affid: '86' },
        retreaver: { campaign_id: 'ff97b1af' },
      },
    },
    offers: {
      claim: {
        name: 'Claim',
        real: true,
        design: 'plain',
        steps: [
          {
            name: 'hurt',
            questions: [
              {
                type: 'container',
                widget: 'choice',
                submit: true,
                question_key: 'hurt',
                answer_id: 'yes',
                text: 'Yes',
              },
              {
                type: 'container',
                widget: 'choice',
                submit: true,
                question_key: 'hurt',
                answer_id: 'no',
                text: 'No',
              },
              { type: 'container', widget: 'phone_link', text: 'Call {{phone}}' },
            ],
          },
          {
            name: 'who',
            execute_actions: [{ name: 'send_lead', buyers: ['claims'] }],
            questions: [
              {
                type: 'input',
                widget: 'text',
                question_key: 'who',
                answer_id: 'phone',
                validations: { local: [{ name: 'required' }, { name: 'phone' }], external: ['phone'] },
              },
              {
                type: 'input',
                widget: 'text',
                question_key: 'who',
                answer_id: 'email',
                validations: { local: [{ name: 'required' }, { name: 'email' }] },
              },
              { type: 'container', widget: 'consent', question_key: 'agree', answer_id: 'text' },
              { type: 'submit', text: 'Get my review' },
            ],
          },
        ],
      },
      thanks: {
        name: 'Thanks',
        real: false,
        design: 'thank_you',
        steps: [
          {
            name: 'end',
            title: 'Thank you',
            questions: [{ type: 'container', widget: 'html', html: '<p>Thank you.</p>' }],
          },
        ],
      },
    },
  },
  offer_order: ['claim', 'thanks'],
}

/** Same flow with a consent beside the first choice as well. */
export function firstConsentFlow(): FlowDocument {
  const flow = structuredClone(TRACKED_FLOW)
  flow.constants_config.questions['keep'] = {
    label: 'Consent',
    answers: { text: { backend_field_name: 'wc_tcpa', backend_field_value: FIRST_CONSENT } },
  }
  const consent = {
    type: 'container',
    widget: 'consent',
    question_key: 'keep',
    answer_id: 'text',
  } as const
  const { questions } = flow.ui_config.offers['claim']!.steps[0]!
  for (const element of questions)
    if ('answer_id' in element && element.type === 'container' && element.widget === 'choice')
      element.agrees = element.answer_id === 'yes'
  questions.unshift(consent)
  return flow
}

export const FIRST_CONSENT = 'By choosing I agree that Claims & Partner keeps my answer.'

/** Flow with a consent to several sellers beside the first choice. */
export function severalSellersFlow(): FlowDocument {
  const flow = firstConsentFlow()
  const texts = flow.constants_config.questions
  for (const key of ['agree', 'keep'])
    texts[key]!.answers['text']!.backend_field_value = SEVERAL_SELLERS_CONSENT
  flow.ui_config.buyers!['injury'] = { name: 'Injury Helpers', required_fields: ['phone'] }
  flow.ui_config.offers['claim']!.steps[1]!.execute_actions![0]!.buyers = ['claims', 'injury']
  return flow
}

export const SEVERAL_SELLERS_CONSENT =
  'I agree that the companies named below may call me at the number above.'
