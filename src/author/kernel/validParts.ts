import type { Element, LeafElement, Redirect } from '../../../schemas/elements/element.ts'
import type {
  Buyer,
  ComputedField,
  Question,
  Site,
  Step,
  TrackingScripts,
  UiConfig,
} from '../../../schemas/flow/flow.ts'
import type { Problem } from '../../../schemas/author/problem.ts'
import type { Condition, Rule } from '../../../schemas/kernel/rule.ts'
import { isA } from '../../flow/elements/kinds.ts'

export type Path = Problem['at']

/** A part of the document and its path. */
export interface Placed<T> {
  at: Path
  value: T
}

export interface PlacedStep extends Placed<Step | null> {
  offer: string
  leaves: Placed<LeafElement | null>[]
}

/** Readable parts of an author's document. A part that does not conform to its schema is null: its mistake is already reported, and no
 *  other check may trip over it. */
export interface ValidParts {
  /** True if all of it can be read. */
  whole: boolean
  /** Title of the page. */
  title: string | null
  /** Null if it cannot be read. */
  site: Site | null
  template: UiConfig['template'] | null
  questions: ReadonlyMap<string, Question | null>
  computed: ReadonlyMap<string, ComputedField | null>
  buyers: ReadonlyMap<string, Buyer | null>
  offers: readonly string[]
  /** Offers that close the visit. */
  thankYous: readonly string[]
  offerOrder: readonly string[] | null
  basicFields: readonly string[]
  /** Null if the list cannot be read. */
  partnerHosts: readonly string[] | null
  /** Fields with addresses that the server mails to on its own: a link to continue, the outcome of a lead. */
  mailedFields: readonly (Placed<string> & { by: 'come_back' | 'confirm_lead' })[]
  /** True if Jornaya witnesses the consents. */
  jornaya: boolean
  /** Empty if they cannot be read. */
  tracking: Placed<TrackingScripts>
  steps: readonly PlacedStep[]
}

/** Reads `document`, which conforms to the schema except at the paths in `broken`. Null when it has no questions or offers at all. */
export function validParts(document: unknown, broken: readonly Path[]): ValidParts | null {
  const nulls = new Set(broken.map((at) => key(part(at))))
  const read = <T>(at: Path): T | null => (nulls.has(key(at)) ? null : (valueAt(document, at) as T))
  const keys = (at: Path) => Object.keys(record(valueAt(document, at)) ?? {})
  const indices = (at: Path) => [...list(valueAt(document, at)).keys()]
  const mapOf = <T>(at: Path) => new Map(keys(at).map((name) => [name, read<T>([...at, name])]))

  const leavesAt = (at: Path): Placed<LeafElement | null>[] =>
    indices(at).flatMap((index) => {
      const value = read<Element>([...at, index])
      return value?.type === 'container' && value.widget === 'group'
        ? leavesAt([...at, index, 'elements'])
        : [{ at: [...at, index], value }]
    })

  if (!record(valueAt(document, QUESTIONS)) || !record(valueAt(document, OFFERS))) return null
  return {
    whole: broken.length === 0,
    title: read<string>(['ui_config', 'title']),
    site: read<Site>(['ui_config', 'site']) ?? null,
    template: read<UiConfig['template']>(['ui_config', 'template']),
    questions: mapOf<Question>(QUESTIONS),
    computed: mapOf<ComputedField>(COMPUTED),
    buyers: mapOf<Buyer>(BUYERS),
    offers: keys(OFFERS),
    thankYous: keys(OFFERS).filter(
      (offer) => valueAt(document, [...OFFERS, offer, 'design']) === 'thank_you',
    ),
    offerOrder: read<string[]>(['offer_order']),
    basicFields: read<string[]>(['ui_config', 'basic_fields']) ?? [],
    partnerHosts: nulls.has(key(PARTNER_HOSTS)) ? null : (list(valueAt(document, PARTNER_HOSTS)) as string[]),
    mailedFields: (['come_back', 'confirm_lead'] as const).flatMap((by) => {
      const at = ['ui_config', by, 'to']
      const value = read<string>(at)
      return typeof value === 'string' ? { at, value, by } : []
    }),
    jornaya: valueAt(document, JORNAYA) !== undefined,
    tracking: { at: TRACKING, value: read<TrackingScripts | undefined>(TRACKING) ?? {} },
    steps: keys(OFFERS).flatMap((offer) =>
      indices([...OFFERS, offer, 'steps']).map((index) => {
        const at = [...OFFERS, offer, 'steps', index]
        return { offer, at, value: read<Step>(at), leaves: leavesAt([...at, 'questions']) }
      }),
    ),
  }
}

/** Every readable rule of the steps and elements, with its path. */
export function rulesOf(flow: ValidParts): Placed<Rule>[] {
  return [...rulesOfSteps(flow), ...rulesOfElements(flow)]
}

/** Rules that decide what elements show. */
export function rulesOfElements({ steps }: ValidParts): Placed<Rule>[] {
  return steps.flatMap(({ leaves }) =>
    leaves.flatMap(({ at, value: element }) => {
      const cases = isA(element, 'result') ? placed(element.cases, [...at, 'cases']) : []
      const ruled = element && 'display_rules' in element ? [{ at, value: element }] : []
      return [...ruled, ...cases].flatMap(({ at, value: { display_rules = [] } }) =>
        placed(display_rules, [...at, 'display_rules']),
      )
    }),
  )
}

/** Rules that decide which steps are shown and which actions run. */
export function rulesOfSteps({ steps }: ValidParts): Placed<Rule>[] {
  return steps.flatMap(({ at, value: step }) => [
    ...placed(step?.display_rules ?? [], [...at, 'display_rules']),
    ...(step?.execute_actions ?? []).flatMap(({ rules = [] }, index) =>
      placed(rules, [...at, 'execute_actions', index, 'rules']),
    ),
  ])
}

/** Texts with markup in an element. */
export function htmlOf({ at, value: element }: Placed<LeafElement | null>): Placed<string>[] {
  if (isA(element, 'html')) return [{ at: [...at, 'html'], value: element.html }]
  const within = (list: string, parts: readonly { html: string }[]) =>
    parts.map(({ html }, n) => ({ at: [...at, list, n, 'html'], value: html }))
  if (isA(element, 'faq')) return within('entries', element.entries)
  return isA(element, 'result') ? within('cases', element.cases) : []
}

/** Redirects in an element. */
export function redirectsOf({ at, value: element }: Placed<LeafElement | null>): Placed<Redirect>[] {
  if (!isA(element, 'result')) return []
  return element.cases.flatMap(({ redirect }, n) =>
    redirect ? [{ at: [...at, 'cases', n, 'redirect'], value: redirect }] : [],
  )
}

/** Every comparison of a rule and of its nested rules. */
export function conditionsOf({ at, value }: Placed<Rule>): Placed<Condition>[] {
  return placed(value.conditions, [...at, 'conditions']).flatMap(({ at, value: part }) =>
    'field' in part ? [{ at, value: part }] : conditionsOf({ at, value: part }),
  )
}

export function placed<T>(values: readonly T[], at: Path): Placed<T>[] {
  return values.map((value, index) => ({ at: [...at, index], value }))
}

const QUESTIONS = ['constants_config', 'questions']
const OFFERS = ['ui_config', 'offers']
const COMPUTED = ['ui_config', 'fields']
const BUYERS = ['ui_config', 'buyers']
/** Parts of ui_config that are read whole or not at all. */
const WHOLE: ReadonlySet<string> = new Set(['site', 'basic_fields', 'partner_hosts', 'embed_hosts'])
const PARTNER_HOSTS = ['ui_config', 'partner_hosts']
const TRACKING = ['ui_config', 'entrypoint', 'tracking_scripts']
const JORNAYA = [...TRACKING, 'jornaya']

/** The part that a mistake at `at` makes unreadable: the question, computed field, buyer, element, step, or list around it. */
function part(at: Path): Path {
  if (at[0] === 'offer_order') return ['offer_order']
  if (at[0] === 'constants_config') return at.slice(0, 3)
  if (WHOLE.has(String(at[1]))) return at.slice(0, 2)
  if (at[1] !== 'offers') return at.slice(0, 3)
  if (at[5] !== 'questions' || at.length < 7) return at.slice(0, 5)
  let end = 7
  while (at[end] === 'elements' && at.length > end + 1) end += 2
  return at.slice(0, end)
}

const key = (at: Path) => JSON.stringify(at)

function valueAt(document: unknown, at: Path): unknown {
  return at.reduce<unknown>(
    (value, member) => (value as Record<string, unknown> | null | undefined)?.[member],
    document,
  )
}

function record(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}
