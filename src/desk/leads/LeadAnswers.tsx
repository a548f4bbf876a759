import type { OneLead } from '../../../schemas/desk/oneLead.ts'
import { ONE_LEAD } from '../../texts/desk/oneLeadScreen.ts'
import { Card } from '../Card.tsx'
import { Facts } from '../Facts.tsx'

/** What is known of the visitor, by field; the texts of consents stand under consents. */
export function LeadAnswers({ lead: { explanation, evidence } }: { lead: OneLead }) {
  const texts = new Set(evidence.consents.map(({ text }) => text))
  const facts = Object.entries(explanation.fields)
    .map(([field, value]) => [field, [value].flat().join(', ')] as const)
    .filter(([, value]) => !texts.has(value))
  return (
    <Card title={ONE_LEAD.answers}>
      {facts.length === 0 ? <p className="one-none">{ONE_LEAD.noAnswer}</p> : <Facts facts={facts} />}
    </Card>
  )
}
