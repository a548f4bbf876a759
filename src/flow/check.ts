import type { Problem } from '../../schemas/problem.ts'
import { checkAnswers } from './check/answers.ts'
import { checkBrands } from './check/brands.ts'
import { checkBuyers } from './check/buyers.ts'
import { checkConsentBuyers } from './check/consentBuyers.ts'
import { checkConsents } from './check/consents.ts'
import { checkDesigns } from './check/designs.ts'
import { checkEmails } from './check/emails.ts'
import { checkFields } from './check/fields.ts'
import { legible, type Legible, type Path } from './check/legible.ts'
import { checkMeanings } from './check/meanings.ts'
import { checkOutcomes } from './check/outcomes.ts'
import { checkOffers } from './check/offers.ts'
import { checkPartners } from './check/partners.ts'
import { checkPlaceholders } from './check/placeholders.ts'
import { checkRules } from './check/rules.ts'
import { checkSteps } from './check/steps.ts'
import { checkWidgets } from './check/widgets.ts'

const CHECKS: readonly ((flow: Legible) => Problem[])[] = [
  checkOffers,
  checkSteps,
  checkAnswers,
  checkWidgets,
  checkFields,
  checkMeanings,
  checkPlaceholders,
  checkRules,
  checkBuyers,
  checkEmails,
  checkConsents,
  checkConsentBuyers,
  checkBrands,
  checkDesigns,
  checkPartners,
  checkOutcomes,
]

/** What is wrong with a flow as a whole: names that nothing has, widgets that do not fit their answers, steps that
 *  cannot be left. Parts that do not conform to the schema are named by `broken` and left out.
 *  Shapes: schemas/flow.ts, schemas/problem.ts. Every problem is listed; none means that the flow can be run. */
export function check(document: unknown, broken: readonly Path[] = []): Problem[] {
  const flow = legible(document, broken)
  return flow ? CHECKS.flatMap((run) => run(flow)) : []
}
