import { Alert, Text, Title } from '@mantine/core'
import type { FlowChange, FlowEffects } from '../../../schemas/author/diff.ts'
import type { SiteDifference } from '../../../schemas/studio/drafts.ts'
import { DIFF_WORDS } from '../../author/words/diffWords.ts'
import { effectWords } from '../../author/words/effectWords.ts'
import { DRAFTS } from './draftScreen.ts'
import { ProblemsPane } from '../panes/ProblemsPane.tsx'

/** Differences between a draft and what is live, in words, with their effects on visitors. */
export function Difference({ difference }: { difference: SiteDifference }) {
  const { version, changes, effects, files, problems } = difference
  if (problems.length > 0)
    return (
      <ProblemsPane problems={problems} flowFile={DRAFTS.flowFile}>
        <Alert color="red">{DRAFTS.cannotCompare}</Alert>
      </ProblemsPane>
    )
  if (version === null) return <Text>{DRAFTS.nothingLive}</Text>
  if (changes.length === 0 && files.length === 0) return <Text>{DRAFTS.sameAsLive(version)}</Text>
  return (
    <>
      <Text c="dimmed" size="sm">
        {DRAFTS.comparedWith(version)}
      </Text>
      {[...Map.groupBy(changes, ({ subject }) => subject)].map(([subject, some]) => (
        <section key={subject}>
          <Heading>{DIFF_WORDS.subjects[subject]}</Heading>
          <ul className="changes">
            {some.map((change) => (
              <Change key={JSON.stringify([change.kind, change.at, change.place])} change={change} />
            ))}
          </ul>
        </section>
      ))}
      {files.length > 0 && (
        <section>
          <Heading>{DRAFTS.changedFiles}</Heading>
          <Text size="sm">{files.join(', ')}</Text>
        </section>
      )}
      {effects && <Effects effects={effects} />}
    </>
  )
}

function Change({ change: { kind, place, before, after } }: { change: FlowChange }) {
  return (
    <li>
      <Text size="sm" fw={600}>
        {DRAFTS.kinds[kind]}: {place}
      </Text>
      {kind === 'moved' ? (
        <Text size="sm">{after}</Text>
      ) : (
        <>
          {before !== null && (
            <Text size="sm" component="del">
              {before}
            </Text>
          )}
          {after !== null && (
            <Text size="sm" component="ins">
              {after}
            </Text>
          )}
        </>
      )}
    </li>
  )
}

function Effects({ effects }: { effects: FlowEffects }) {
  const [head, ...lines] = effectWords(effects)
  return (
    <section>
      <Heading>{DRAFTS.effects}</Heading>
      <Text size="sm" c="dimmed">
        {head}
      </Text>
      <ul className="effects">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  )
}

function Heading({ children }: { children: string }) {
  return (
    <Title order={3} size="h6">
      {children}
    </Title>
  )
}
