import type { LeadAnswer, OneLead } from '../../../schemas/desk/oneLead.ts'
import { ONE_LEAD } from '../parts/oneLeadScreen.ts'
import { Card } from '../parts/Card.tsx'
import { Facts } from '../parts/Facts.tsx'

/** Answers of the visitor, as asked, and below them as rules and buyers know them. */
export function LeadAnswers({ lead: { answers } }: { lead: OneLead }) {
  return (
    <Card title={ONE_LEAD.answers}>
      {answers.length === 0 ? (
        <p className="one-none">{ONE_LEAD.noAnswer}</p>
      ) : (
        <Facts facts={answers.map(factOf)} />
      )}
    </Card>
  )
}

function factOf({ field, question, values, words }: LeadAnswer) {
  const [recorded, shown] = [values.join(', '), words.join(', ')]
  const known = [...(question === null ? [] : [field]), ...(recorded === shown ? [] : [recorded])]
  return [
    question ?? field,
    <>
      {shown} {known.length > 0 && <code className="one-recorded">{known.join(' = ')}</code>}
    </>,
  ] as const
}
