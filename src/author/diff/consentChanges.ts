import type { FlowChange } from '../../../schemas/author/diff.ts'
import type { Flow } from '../../../schemas/flow/flow.ts'
import type { Language } from '../../../schemas/flow/languages.ts'
import { answer, consents } from '../../flow/elements/elements.ts'
import { inLanguage } from '../../flow/languages/inLanguage.ts'
import { languagesOf } from '../../flow/languages/language.ts'
import { DIFF_WORDS } from '../words/diffWords.ts'

/** A consent as visitors of one offer read it in one language. */
interface ReadConsent {
  offer: string
  question: string
  answer: string
  language: Language
  /** Word for word. */
  text: string
}

/** Consents that visitors of an offer read in only one of the flows, word for word, in every language. */
export function consentChanges(before: Flow, after: Flow): FlowChange[] {
  const [old, now] = [consentsIn(before), consentsIn(after)]
  return [...new Set([...now.keys(), ...old.keys()])].flatMap((key): FlowChange[] => {
    const [was, is] = [old.get(key), now.get(key)]
    if (was?.text === is?.text) return []
    const { offer, question, answer, language } = (is ?? was)!
    return [
      {
        kind: !was ? 'added' : !is ? 'removed' : 'changed',
        subject: 'consent',
        at: ['constants_config', 'questions', question, 'answers', answer, 'backend_field_value'],
        place: DIFF_WORDS.consent(offer, `${question}, ${answer}`, language),
        before: was ? `"${was.text}"` : null,
        after: is ? `"${is.text}"` : null,
      },
    ]
  })
}

function consentsIn(flow: Flow): Map<string, ReadConsent> {
  const read = languagesOf(flow).flatMap((language) => {
    const spoken = inLanguage(flow, language)
    return Object.entries(spoken.ui_config.offers).flatMap(([offer, { steps }]) =>
      steps.flatMap(consents).map(({ question_key, answer_id }): ReadConsent => {
        const { backend_field_value: text = '' } = answer(spoken, question_key, answer_id)
        return { offer, question: question_key, answer: answer_id, language, text }
      }),
    )
  })
  return new Map(
    read.map((one) => [JSON.stringify([one.offer, one.question, one.answer, one.language]), one]),
  )
}

/** Consent texts of a flow in its own language. */
export function consentTexts(flow: Flow): Set<string> {
  return new Set(Array.from(consentsIn(flow).values(), ({ text }) => text))
}
