import type { LeafElement } from '../../../schemas/elements/element.ts'
import type { Problem } from '../../../schemas/author/problem.ts'
import { isA } from '../../flow/elements/kinds.ts'
import { brokenPlaceholder, placeholderField, placeholders } from '../../flow/placeholders.ts'
import { FIELD, placeholdersOf } from '../elements/authoringOf.ts'
import { consentText } from './references.ts'
import { htmlOf, redirectsOf, placed, type ValidParts, type Path, type Placed } from '../kernel/validParts.ts'
import { corrected } from '../kernel/nearest.ts'
import { landingParts } from '../kernel/landingParts.ts'
import { siteTexts } from '../kernel/siteTexts.ts'
import { STEP_PROBLEMS } from './stepProblems.ts'

/** Checks for placeholders without a value: visitors would read a gap. */
export function checkPlaceholders(flow: ValidParts): Problem[] {
  const sending = offersThatSend(flow)
  const broken = texts(flow).flatMap(({ at, words, known }): Problem[] => {
    const found = brokenPlaceholder(words)
    if (found === undefined) return []
    const sample = known.at(-1)
    return [
      {
        code: 'unknown_placeholder',
        at,
        ...STEP_PROBLEMS.unknownPlaceholder(found.written),
        hint: sample === undefined ? AS_WRITTEN : STEP_PROBLEMS.twoBraces(sample),
      },
    ]
  })
  const unknown = written(flow).flatMap(({ at, value: name, offer, known }): Problem[] => {
    if (name === 'buyers' && offer !== undefined && known.includes(name) && sending && !sending.has(offer))
      return [
        {
          code: 'no_buyers',
          at,
          ...STEP_PROBLEMS.noBuyers(offer),
        },
      ]
    if (known.includes(name) || (known.includes(FIELD) && placeholderField(name) !== undefined)) return []
    return [
      {
        code: 'unknown_placeholder',
        at,
        ...STEP_PROBLEMS.placeholderElsewhere(name),
        ...(known.length > 0 ? corrected(name, known, 'placeholders') : { hint: AS_WRITTEN }),
      },
    ]
  })
  return [...broken, ...unknown]
}

/** Fields that placeholders refer to. */
export function fieldsInText(flow: ValidParts): Placed<string>[] {
  return written(flow).flatMap(({ at, value: name }) => {
    const field = placeholderField(name)
    return field === undefined ? [] : [{ at, value: field }]
  })
}

const AS_WRITTEN = STEP_PROBLEMS.shownAsWritten

/** Offers with lead actions that name a buyer; null while a step cannot be read that might have one. */
function offersThatSend({ steps }: ValidParts): Set<string> | null {
  if (steps.some(({ value }) => value === null)) return null
  const sends = steps.filter(({ value }) =>
    value?.execute_actions?.some(({ buyers = [] }) => buyers.length > 0),
  )
  return new Set(sends.map(({ offer }) => offer))
}

/** A text, its path, and the placeholders that it may contain. */
interface Text {
  at: Path
  words: string
  /** Undefined if the text belongs to no offer. */
  offer?: string
  known: readonly string[]
}

function texts(flow: ValidParts): Text[] {
  return [
    ...onSteps(flow),
    ...inLists(flow),
    ...inRedirects(flow),
    ...aboutProduct(flow),
    ...siteTexts(flow),
    ...asWritten(flow),
  ]
}

/** Every placeholder in the texts. */
function written(flow: ValidParts): (Placed<string> & Omit<Text, 'words'>)[] {
  return texts(flow).flatMap(({ words, ...text }) => placeholders(words).map((value) => ({ ...text, value })))
}

/** Texts that are shown word for word. */
function asWritten({ questions, steps, site }: ValidParts): Text[] {
  const found: Placed<string | undefined>[] = []
  for (const [name, question] of questions) {
    const at: Path = ['constants_config', 'questions', name]
    found.push({ at: [...at, 'label'], value: question?.label })
    for (const [id, { label, options = [] }] of Object.entries(question?.answers ?? {})) {
      const place: Path = [...at, 'answers', id]
      found.push({ at: [...place, 'label'], value: label })
      for (const { at, value } of placed(options, [...place, 'options']))
        found.push({ at: [...at, 'text'], value: value.text })
    }
  }
  for (const { at, value: step } of steps) found.push({ at: [...at, 'hint'], value: step?.hint })
  for (const { at, value: element } of [
    ...steps.flatMap(({ leaves }) => leaves),
    ...landingParts({ site }),
  ]) {
    for (const redirect of redirectsOf({ at, value: element }))
      found.push({ at: [...redirect.at, 'text'], value: redirect.value.text })
    if (isA(element, 'faq'))
      for (const { at: place, value } of placed(element.entries, [...at, 'entries']))
        found.push({ at: [...place, 'question'], value: value.question })
    if (isA(element, 'testimonials'))
      for (const { at: place, value } of placed(element.entries, [...at, 'entries']))
        for (const key of ['quote', 'name', 'place', 'source'] as const)
          found.push({ at: [...place, key], value: value[key] })
    for (const key of ['title', 'hint', 'text'] as const)
      if (element && placeholdersOf(element)?.key !== key)
        found.push({ at: [...at, key], value: wordsOf(element, key) })
  }
  for (const { at, value } of landingParts({ site }).flatMap(htmlOf)) found.push({ at, value })
  return found.map(({ at, value = '' }) => ({ at, words: value, known: [] }))
}

function onSteps({ steps }: ValidParts): Text[] {
  return steps.flatMap(({ at, offer, value: step, leaves }) => {
    const found = leaves.flatMap(({ at, value: element }) => {
      const text = element && placeholdersOf(element)
      return text ? [{ at, ...text, words: wordsOf(element, text.key) }] : []
    })
    for (const { at: place, value: action } of placed(step?.execute_actions ?? [], [
      ...at,
      'execute_actions',
    ]))
      for (const key of ['subject', 'text'] as const)
        if (action.email)
          found.push({ at: [...place, 'email'], key, words: action.email[key], known: [FIELD] })
    if (step?.title !== undefined) found.push({ at, key: 'title', words: step.title, known: ['product'] })
    return found.map(({ at, key, words, known }) => ({ at: [...at, key], words, offer, known }))
  })
}

/** Texts of FAQs and results. In an FAQ the buyers are its offer's; in a result they are the buyers of the outcome, whatever the offer. */
function inLists({ steps }: ValidParts): Text[] {
  return steps.flatMap(({ offer, leaves }) =>
    leaves
      .filter(({ value }) => isA(value, 'result') || isA(value, 'faq'))
      .flatMap((leaf) =>
        htmlOf(leaf).map(({ at, value }) => ({
          at,
          words: value,
          known: ['buyers', FIELD],
          ...(isA(leaf.value, 'faq') && { offer }),
        })),
      ),
  )
}

/** Addresses of redirects; their placeholders are fields. */
function inRedirects({ steps }: ValidParts): Text[] {
  return steps
    .flatMap(({ leaves }) => leaves.flatMap(redirectsOf))
    .map(({ at, value: { link = '' } }) => ({ at: [...at, 'link'], words: link, known: [FIELD] }))
}

/** Texts that are published with the product's name in them: the page's title, and each consent once, however many steps show it. */
function aboutProduct({ title, questions, steps }: ValidParts): Text[] {
  const found = new Map([[JSON.stringify(TITLE), { at: TITLE, words: title ?? '' }]])
  for (const { value: element } of steps.flatMap(({ leaves }) => leaves)) {
    if (!isA(element, 'consent')) continue
    const { at, text } = consentText({ questions }, element)
    found.set(JSON.stringify(at), { at, words: text })
  }
  return Array.from(found.values(), (text) => ({ ...text, known: ['product'] }))
}

const TITLE: Problem['at'] = ['ui_config', 'title']

function wordsOf(element: LeafElement, key: string): string {
  return (element as Partial<Record<string, string>>)[key] ?? ''
}
