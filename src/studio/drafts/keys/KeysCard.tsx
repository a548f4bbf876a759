import { Button, Group, Skeleton, Table, Text } from '@mantine/core'
import { useCallback, useState } from 'react'
import type { PublishKey } from '../../../../schemas/studio/publishKey.ts'
import { Notice } from '../../../operator/loading/Notice.tsx'
import { useLoaded } from '../../../operator/loading/useLoaded.ts'
import { SCREEN } from '../../../operator/screenWords.ts'
import { KEYS } from './keyScreen.ts'
import { AskFirst } from '../../../operator/sheets/AskFirst.tsx'
import { useStudio } from '../../parts/studioContext.ts'
import { asOfText } from '../../../operator/days/days.ts'
import { NewKey } from './NewKey.tsx'

/** Keys of programs that publish. `paths` are those of the existing sites. */
export function KeysCard({ paths }: { paths: readonly string[] }) {
  const { calls } = useStudio()
  const [changes, setChanges] = useState(0)
  const [asked, setAsked] = useState<'make' | PublishKey | null>(null)
  const load = useCallback((signal: AbortSignal) => calls.keys(signal), [calls])
  const { data, failure, retry } = useLoaded(load, { now: Date.now, refreshTick: changes })
  const close = () => {
    setAsked(null)
    setChanges((count) => count + 1)
  }
  return (
    <section className="keys" aria-labelledby="keys">
      <Group justify="space-between" align="end" mb="xs">
        <h2 id="keys">{KEYS.keys}</h2>
        <Button size="xs" variant="default" onClick={() => setAsked('make')}>
          {KEYS.make}
        </Button>
      </Group>
      <Text size="sm" c="dimmed" mb="xs">
        {KEYS.about}
      </Text>
      {failure !== null ? (
        <Notice title={KEYS.failed} urgent action={{ label: SCREEN.retry, act: retry }}>
          {failure}
        </Notice>
      ) : !data ? (
        <Skeleton height={48} />
      ) : data.length === 0 ? (
        <Text size="sm">{KEYS.none}</Text>
      ) : (
        <div className="sites-card">
          <Table verticalSpacing="sm" horizontalSpacing="md">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{KEYS.name}</Table.Th>
                <Table.Th>{KEYS.site}</Table.Th>
                <Table.Th>{KEYS.made}</Table.Th>
                <Table.Td />
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {data.map((key) => (
                <Key key={key.name} line={key} onRevoke={() => setAsked(key)} />
              ))}
            </Table.Tbody>
          </Table>
        </div>
      )}
      {asked === 'make' && <NewKey paths={paths} onClose={close} />}
      {asked !== null && asked !== 'make' && (
        <AskFirst
          title={KEYS.revokeTitle(asked.name)}
          note={KEYS.revokeNote}
          act={KEYS.revoke}
          onAct={() => calls.revokeKey({ name: asked.name })}
          onClose={close}
        />
      )}
    </section>
  )
}

function Key({ line, onRevoke }: { line: PublishKey; onRevoke: () => void }) {
  const { name, path, made_by, made_at, revoked_at } = line
  return (
    <Table.Tr {...(revoked_at !== null && { c: 'dimmed' })}>
      <Table.Th scope="row">{name}</Table.Th>
      <Table.Td>{path === null ? KEYS.everySite : `/${path}`}</Table.Td>
      <Table.Td>{KEYS.madeBy(made_by, asOfText(made_at))}</Table.Td>
      <Table.Td align="right">
        {revoked_at === null ? (
          <Button size="compact-xs" variant="default" aria-label={KEYS.revokeOf(name)} onClick={onRevoke}>
            {KEYS.revoke}
          </Button>
        ) : (
          KEYS.revoked(asOfText(revoked_at))
        )}
      </Table.Td>
    </Table.Tr>
  )
}
