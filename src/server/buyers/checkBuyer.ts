import { Ajv } from 'ajv'
import { Buyer } from '../../../schemas/buyer/buyer.ts'
import type { Problem } from '../../../schemas/author/problem.ts'
import { BUYER_REFUSALS } from './buyerRefusals.ts'
import { wrongWith } from '../delivery/buyersFile.ts'
import type { Buyers } from '../delivery/attempt.ts'
import type { Settings } from '../settings/settings.ts'
import { problemOf } from '../settings/secretFile.ts'
import type { OpenDocument } from './buyerSecrets.ts'

/** Returns the buyer that a document with its secrets describes, or its problems, including conflicts with `others`. */
export function checkBuyer(
  key: string,
  document: OpenDocument,
  { others, localTargets }: { others: Buyers } & Pick<Settings, 'localTargets'>,
): { buyer: Buyer } | { problems: Problem[] } {
  const buyer = structuredClone(document) as Buyer
  if (!valid(buyer)) return { problems: (valid.errors ?? []).map((error) => problemOf(error, WHOLE)) }
  const beside = [...others].filter(([other]) => other !== key)
  const problems = wrongWith([...beside, [key, buyer]], { localTargets }).flatMap(
    ({ at: [, of, ...at], ...problem }) => (of === key ? [{ ...problem, at }] : []),
  )
  return problems.length > 0 ? { problems } : { buyer }
}

const WHOLE = BUYER_REFUSALS.whole
const valid = new Ajv({ allErrors: true, allowUnionTypes: true }).compile(Buyer)
