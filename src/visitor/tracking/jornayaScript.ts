import { addScript, hiddenValue, type Tracker } from './tracker.ts'

/** Jornaya LeadiD (Verisk): its script fills the token into the form's field, which must exist first. Source: Verisk, "Create
 *  implementation FAQ"; the snippet, with two IDs that its script looks for. */
export function jornaya(script: string): Tracker {
  return {
    id: 'jornaya_lead_id',
    field: FIELD,
    witness: true,
    start: () => {
      const place = document.createElement('script')
      place.id = 'LeadiDscript'
      document.body.append(place)
      const campaign = addScript(script)
      campaign.id = 'LeadiDscript_campaign'
      place.before(campaign)
    },
    look: () => hiddenValue(FIELD),
    idOf: (value) => (/^[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}$/i.test(value) ? value : null),
  }
}

const FIELD = 'universal_leadid'
