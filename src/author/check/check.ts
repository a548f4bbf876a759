import type { Problem } from '../../../schemas/author/problem.ts'
import { checkAnswers } from './checkAnswers.ts'
import { checkBrands } from './checkBrands.ts'
import { checkBuyers } from './checkBuyers.ts'
import { checkCallAnyway } from './checkCallAnyway.ts'
import { checkConsentBuyers } from './checkConsentBuyers.ts'
import { checkConsentButtons } from './checkConsentButtons.ts'
import { checkConsents } from './checkConsents.ts'
import { checkDesigns } from './checkDesigns.ts'
import { checkEmails } from './checkEmails.ts'
import { checkFields } from './checkFields.ts'
import { validParts, type ValidParts, type Path } from '../kernel/validParts.ts'
import { checkMeanings } from './checkMeanings.ts'
import { checkRedirects } from './checkRedirects.ts'
import { checkOutcomes, checkResults } from './checkResults.ts'
import { checkOffers } from './checkOffers.ts'
import { checkPartners } from './checkPartners.ts'
import { checkPixels } from './checkPixels.ts'
import { checkPlaceholders } from './checkPlaceholders.ts'
import { checkPictures } from '../pictures/checkPictures.ts'
import { checkContrast } from '../site/checkContrast.ts'
import { checkSite } from '../site/checkSite.ts'
import { checkSellers } from './checkSellers.ts'
import { checkRules } from './checkRules.ts'
import { checkSteps } from './checkSteps.ts'
import { checkWidgets } from './checkWidgets.ts'

const CHECKS: readonly ((flow: ValidParts) => Problem[])[] = [
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
  checkConsentButtons,
  checkConsentBuyers,
  checkCallAnyway,
  checkSellers,
  checkBrands,
  checkDesigns,
  checkPartners,
  checkPixels,
  checkOutcomes,
  checkPictures,
  checkResults,
  checkRedirects,
  checkSite,
  checkContrast,
]

/** Checks a flow as a whole: names that refer to nothing, widgets that do not fit their answers, steps that cannot be left. Parts that
 *  do not conform to the schema are listed in `broken` and left out. Shapes: schemas/flow/flow.ts, schemas/author/problem.ts. Lists every problem;
 *  no problems means that the flow can be run. */
export function check(document: unknown, broken: readonly Path[] = []): Problem[] {
  const flow = validParts(document, broken)
  return flow ? CHECKS.flatMap((run) => run(flow)) : []
}
