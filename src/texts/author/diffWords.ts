import type { FlowChange } from '../../../schemas/author/diff.ts'
import type { Language } from '../../../schemas/flow/languages.ts'
import { LANGUAGE_NAMES } from './languageProblems.ts'

/** How two flows differ, in words. */
export const DIFF_WORDS = {
  same: 'The two flows are the same.',
  changes: (count: number) => (count === 1 ? '1 change:' : `${count} changes:`),
  subjects: {
    offer: 'Offers',
    step: 'Steps',
    rule: 'Rules',
    action: 'What is done',
    buyer: 'Buyers',
    consent: 'Consents',
    question: 'Questions and answers',
    text: 'Words',
    element: 'What steps show',
    end: 'Ends',
    site: 'The site',
    setting: 'All else',
  } satisfies Record<FlowChange['subject'], string>,
  signs: { added: '+', removed: '-', changed: '~', moved: '>' } satisfies Record<FlowChange['kind'], string>,
  always: 'always',
  nothing: 'nothing',
  offer: (key: string) => `offer ${key}`,
  step: (id: string) => `step ${id}`,
  consent: (offer: string, key: string, language: Language) =>
    `offer ${offer}, consent ${key} (${LANGUAGE_NAMES[language]})`,
  question: (key: string) => `question ${key}`,
  buyer: (key: string) => `buyer ${key}`,
  shownWhen: 'shown when',
  caseWhen: (rules: string) => (rules === '' ? 'to all others' : `when ${rules}`),
  leadsTo: 'leads to',
  ownPage: (buyer: string) => `the page that ${buyer} names`,
  doneWhen: 'done when',
  first: 'comes first',
  after: (name: string) => `comes after ${name}`,
  visitors: (count: string) =>
    `Of ${count} made-up visitors, who choose each answer that there is equally often:`,
  alike: 'All go the same way and make the same leads.',
  end: (share: string) => `${share} end otherwise.`,
  way: (share: string) => `${share} are asked other questions, or in another order.`,
  asked: (step: string, before: string, after: string) => `${step}: asked of ${before}, now of ${after}`,
  ends: (from: string, to: string, share: string) => `${share} end at ${to} and no longer at ${from}`,
  text: (share: string) => `${share} now read another end.`,
  texts: (step: string, outcome: string, share: string) =>
    `${share} at ${step}, when lead.outcome is "${outcome}"`,
  reads: (parts: readonly string[]) => `now read ${quoted(parts)}`,
  readsNoLonger: (parts: readonly string[]) => `no longer read ${quoted(parts)}`,
  atEnd: 'the end',
  leads: (buyer: string, before: string, after: string) => `leads to ${buyer}: of ${before}, now of ${after}`,
  stuck: (before: string, after: string) => `cannot think of an answer to some step: ${before}, now ${after}`,
  example: (script: string) => `For example: ${script}`,
} as const

function quoted(parts: readonly string[]): string {
  return parts.map((part) => `"${part}"`).join(', ')
}
