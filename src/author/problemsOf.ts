import type { Flow, FlowDocument } from '../../schemas/flow/flow.ts'
import type { Located, Problem } from '../../schemas/author/problem.ts'
import { checkScriptHosts } from './check/checkScriptHosts.ts'
import { checkSamples } from './check/checkSamples.ts'
import { checkLanguages } from './check/checkLanguages.ts'
import { check } from './check/check.ts'
import { validParts } from './kernel/validParts.ts'
import { checkPictureFiles } from './pictures/checkPictureFiles.ts'
import { prove } from './prove/prove.ts'
import { withLawsOff } from './law/withLawsOff.ts'
import type { LawOff } from '../../schemas/desk/lawOff.ts'
import { isError } from './kernel/weights.ts'
import { newYorkDate } from '../time/newYorkDay.ts'
import { conform } from './document/conform.ts'
import { checkFiles, checkTexts, type Beside } from './document/checkFiles.ts'
import { checkMarkup } from './kernel/markup.ts'
import { readSource } from './document/place.ts'

/** Decisions of admins that flows on a server depend on. */
export interface Decisions {
  /** Hosts that flows may load scripts from. */
  scriptHosts: readonly string[]
  lawsOff: readonly LawOff[]
}

/** Every problem of a flow document, its text or the bytes of its file, top to bottom, then those of its stylesheet and legal texts.
 *  Without an error it can be published. Proofs run once every name means something. Without `beside`, the files beside it are skipped.
 *  `today` is the first day on which visitors may come. `proving` looks for what visitors can never meet; null skips it, which saves
 *  most of the time. `decisions`: what admins decided for flows on this server; null if unknown. Shapes: schemas/author/problem.ts. */
export function problemsOf(
  source: string | Uint8Array,
  beside?: Beside,
  today = newYorkDate(Date.now()),
  proving: ((flow: Flow, today: string) => Problem[]) | null = prove,
  decisions: Decisions | null = null,
): Located[] {
  const { problems, document, locate } = readSource(source)
  if (document === undefined) return problems
  const mistakes = conform(document)
  const broken = mistakes.map(({ at }) => at)
  const flow = validParts(document, broken)
  const wrong = [...mistakes, ...check(document, broken)]
  const problemsIn = (reading: Flow) => {
    const parts = validParts(reading, [])
    return [
      ...conform(reading),
      ...check(reading),
      ...(parts ? checkMarkup(parts) : []),
      ...(beside ? checkFiles(reading, [], beside) : []),
    ]
  }
  const found: Problem[] = [
    ...wrong,
    ...(proving && !wrong.some(keepsFromProving)
      ? withLawsOff(proving(document as FlowDocument, today), decisions?.lawsOff ?? [])
      : []),
    ...(flow ? checkMarkup(flow) : []),
    ...(flow ? checkScriptHosts(flow, decisions?.scriptHosts ?? null) : []),
    ...(beside ? checkFiles(document, broken, beside) : []),
    ...(flow && beside ? checkPictureFiles(flow, beside) : []),
    ...(mistakes.length === 0 ? checkSamples(document as FlowDocument) : []),
    ...(mistakes.length === 0 ? checkLanguages(document as FlowDocument, problemsIn) : []),
  ]
  const isPartOf = (slip: Located) =>
    slip.code === 'number_rounded' && broken.some((at) => JSON.stringify(at) === JSON.stringify(slip.at))
  const slips = problems.filter((slip) => !isPartOf(slip))
  const inFlow = [...slips, ...found.map(locate)].sort((a, b) => a.line - b.line || a.column - b.column)
  return [...inFlow, ...(beside ? checkTexts(document, broken, beside) : [])]
}

/** True for errors that proofs would report again in other words. */
function keepsFromProving(problem: Problem): boolean {
  return isError(problem) && !PROVED_ANYWAY.has(problem.code)
}

/** Errors that leave the flow's paths as they are. */
const PROVED_ANYWAY: ReadonlySet<string> = new Set([
  'company_missing',
  'consent_leaves_out_buyer',
  'seller_unnamed',
])
