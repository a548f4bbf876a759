import type { FlowChange } from '../../../schemas/author/diff.ts'
import type { Language } from '../../../schemas/flow/languages.ts'
import { LANGUAGE_NAMES } from './languageProblems.ts'

/** Differences between two flows, in words. */
export const DIFF_WORDS = {
  same: 'No differences.',
  changes: (count: number) => (count === 1 ? '1 change:' : `${count} changes:`),
  /** Names of subjects, in the order in which someone who approves a version reads them. */
  subjects: {
    consent: 'Consents',
    lead: 'Who gets leads',
    rule: 'Rules',
    offer: 'Offers',
    step: 'Steps',
    action: 'Actions',
    buyer: 'Buyers',
    end: 'Ends',
    question: 'Questions and answers',
    text: 'Texts',
    element: 'Step content',
    site: 'Site',
    setting: 'Other settings',
  } satisfies Record<FlowChange['subject'], string>,
  signs: { added: '+', removed: '-', changed: '~', moved: '>' } satisfies Record<FlowChange['kind'], string>,
  always: 'always',
  nothing: 'nothing',
  offer: (key: string) => `offer ${key}`,
  step: (id: string) => `step ${id}`,
  consent: (offer: string, key: string, language: Language) =>
    `offer ${offer}, consent ${key} (${LANGUAGE_NAMES[language]})`,
  recipient: (offer: string, buyer: string | null) =>
    `offer ${offer}, ${buyer === null ? 'no buyer, only saved' : `buyer ${buyer}`}`,
  sentAt: (step: string, rules: string) => `at step ${step}, ${rules === '' ? 'always' : `when ${rules}`}`,
  question: (key: string) => `question ${key}`,
  buyer: (key: string) => `buyer ${key}`,
  shownWhen: 'shown when',
  caseWhen: (rules: string) => (rules === '' ? 'for everyone else' : `when ${rules}`),
  leadsTo: 'leads to',
  ownPage: (buyer: string) => `the page that ${buyer} provides`,
  doneWhen: 'runs when',
  first: 'now comes first',
  after: (name: string) => `now comes after ${name}`,
  visitors: (count: string) => `Simulated with ${count} visitors who choose every answer equally often:`,
  alike: 'All visitors take the same path and create the same leads.',
  end: (share: string) => `${share} reach a different end.`,
  way: (share: string) => `${share} are asked different questions, or in a different order.`,
  asked: (step: string, before: string, after: string) => `${step}: shown to ${before} before, ${after} now`,
  ends: (from: string, to: string, share: string) => `${share} end at ${to} instead of ${from}`,
  text: (share: string) => `${share} read a different text at the end.`,
  texts: (step: string, outcome: string, share: string) =>
    `${share} at ${step}, when lead.outcome is "${outcome}"`,
  reads: (parts: readonly string[]) => `now read ${quoted(parts)}`,
  readsNoLonger: (parts: readonly string[]) => `no longer read ${quoted(parts)}`,
  atEnd: 'the end',
  leads: (buyer: string, before: string, after: string) =>
    `leads to ${buyer}: from ${before} of visitors before, ${after} now`,
  stuck: (before: string, after: string) =>
    `couldn’t find a valid answer to some step: ${before} before, ${after} now`,
  example: (script: string) => `For example: ${script}`,
} as const

function quoted(parts: readonly string[]): string {
  return parts.map((part) => `"${part}"`).join(', ')
}
