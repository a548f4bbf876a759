import type { PixelEvent } from '../../../schemas/flow/pixelSettings.ts'
import type { PixelSettings } from '../../flow/vendors/pixelVendors.ts'
import type { Problem } from '../../../schemas/author/problem.ts'
import { STEP_PROBLEMS } from './stepProblems.ts'
import { corrected } from '../kernel/nearest.ts'
import { placed, type Placed, type ValidParts } from '../kernel/validParts.ts'

/** Checks that the events and fields sent to vendors exist, and so does the consent that they require. */
export function checkPixels(flow: ValidParts): Problem[] {
  const { at, value: scripts } = flow.tracking
  return Object.entries(scripts).flatMap(([vendor, settings]): Problem[] => {
    if (!('events' in settings)) return []
    const { consent, events } = settings
    return [
      ...(consent === undefined
        ? []
        : consentProblems(flow, { at: [...at, vendor, 'consent'], value: consent })),
      ...placed(events, [...at, vendor, 'events']).flatMap((event) => [
        ...eventProblems(flow, event),
        ...(event.value.on !== 'sale' && PRICED[vendor] === event.value.name
          ? [
              {
                code: 'pixel_unpriced',
                at: [...event.at, 'name'],
                ...STEP_PROBLEMS.pixelUnpriced(event.value.name),
              },
            ]
          : []),
      ]),
    ]
  })
}

/** Events that each vendor accepts only with an amount. */
const PRICED: Partial<Record<string, string>> = {
  meta: 'Purchase',
  ga4: 'purchase',
  tiktok: 'CompletePayment',
}

function eventProblems({ offers, steps }: ValidParts, { at, value }: Placed<PixelEvent>): Problem[] {
  const { on, offer, step } = value
  if (on !== 'step' && step !== undefined)
    return [{ code: 'pixel_step', at: [...at, 'step'], ...STEP_PROBLEMS.pixelStepUnused(on) }]
  if (offer !== undefined && !offers.includes(offer))
    return [
      {
        code: 'pixel_step',
        at: [...at, 'offer'],
        ...STEP_PROBLEMS.pixelOffer(offer),
        ...corrected(offer, offers, 'offers'),
      },
    ]
  if (on !== 'step') return []
  const isShown = steps.some(
    (known) =>
      known.offer === offer && (!known.value || (known.value.name === step && known.value.type !== 'hidden')),
  )
  return step !== undefined && isShown
    ? []
    : [{ code: 'pixel_step', at, ...STEP_PROBLEMS.pixelStep(offer, step) }]
}

function consentProblems(
  { questions }: ValidParts,
  { at, value: { field, value } }: Placed<NonNullable<PixelSettings['consent']>>,
): Problem[] {
  // An unreadable question may record anything.
  if ([...questions.values()].includes(null)) return []
  const answers = [...questions.values()].flatMap((question) => Object.values(question!.answers))
  const recorded = answers
    .filter(({ backend_field_name }) => backend_field_name === field)
    .flatMap(({ backend_field_value, options = [] }) => [
      backend_field_value,
      ...options.map((option) => option.backend_field_value),
    ])
    .filter((known) => known !== undefined)
  if (recorded.includes(value)) return []
  const fields = answers.map(({ backend_field_name }) => backend_field_name)
  const [member, wrong, known] = recorded.length === 0 ? ['field', field, fields] : ['value', value, recorded]
  return [
    {
      code: 'pixel_consent',
      at: [...at, member as string],
      ...STEP_PROBLEMS.pixelConsent(field, value),
      ...corrected(wrong as string, new Set(known), member === 'field' ? 'fields' : 'values'),
    },
  ]
}
