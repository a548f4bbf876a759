import { Table, Text, Title } from '@mantine/core'
import type { PreviewState } from '../../../schemas/author/preview.ts'
import { STUDIO } from './studioScreen.ts'
import { Mark } from './Mark.tsx'

/** Fields of the visitor, leads as sent to buyers, and consents as kept in evidence. */
export function KnownPane({
  state: { fields, leads, consents },
}: {
  state: Pick<PreviewState, 'fields' | 'leads' | 'consents'>
}) {
  return (
    <div className="known">
      <Heading>{STUDIO.leads}</Heading>
      {leads.length === 0 && <Text c="dimmed">{STUDIO.noLeads}</Text>}
      {leads.map(({ buyer, offer, payload }) => (
        <section key={`${offer} ${buyer}`}>
          <Text size="sm" fw={600}>
            {STUDIO.lead(buyer, offer)}
          </Text>
          <Values of={Object.entries(payload)} />
        </section>
      ))}
      <Heading>{STUDIO.consents}</Heading>
      {consents.length === 0 && <Text c="dimmed">{STUDIO.noConsents}</Text>}
      {consents.map(({ field, text, decision, sellers }, index) => (
        <section key={`${field} ${index}`}>
          <Mark tone={decision === 'agreed' ? 'good' : 'plain'}>{STUDIO.decisions[decision]}</Mark>
          <Text size="sm">{text}</Text>
          <Text size="sm" c="dimmed">
            {STUDIO.sellers(sellers.join(', '))}
          </Text>
        </section>
      ))}
      <Heading>{STUDIO.fields}</Heading>
      {fields.length === 0 ? (
        <Text c="dimmed">{STUDIO.noFields}</Text>
      ) : (
        <Values of={fields.map(({ field, value }) => [field, value])} />
      )}
    </div>
  )
}

function Heading({ children }: { children: string }) {
  return (
    <Title order={2} size="h6">
      {children}
    </Title>
  )
}

function Values({ of }: { of: readonly (readonly [string, string])[] }) {
  return (
    <Table layout="fixed" withRowBorders>
      <Table.Tbody>
        {of.map(([field, value]) => (
          <Table.Tr key={field}>
            <Table.Th scope="row">{field}</Table.Th>
            <Table.Td>{value}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
