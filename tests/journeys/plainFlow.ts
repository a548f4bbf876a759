import type { FlowDocument, Question, Step } from '../../schemas/flow/flow.ts'
import { PLAIN_BRAND } from '../brands.ts'

/** A flow with one offer of these steps, and a thank-you page after it. */
export function plainFlow(questions: Record<string, Question>, steps: Step[]): FlowDocument {
  return {
    $schema: './flow.schema.json',
    constants_config: { questions },
    ui_config: {
      template: 'leadloom',
      site: PLAIN_BRAND,
      style: 'leadloom',
      title: 'A few questions',
      favicon: 'leadloom',
      basic_fields: [],
      fields: {},
      entrypoint: { tracking_scripts: {} },
      offers: {
        asked: { name: 'Asked', real: true, design: 'plain', steps },
        end: { name: 'End', real: false, design: 'thank_you', steps: [structuredClone(END)] },
      },
    },
    offer_order: ['asked', 'end'],
  }
}

const END: Step = {
  name: 'end',
  title: 'Thanks',
  questions: [{ type: 'container', widget: 'html', html: '<p>Bye.</p>' }],
}
