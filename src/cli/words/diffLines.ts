import type { FlowChange, FlowEffects } from '../../../schemas/author/diff.ts'
import { DIFF_WORDS } from '../../author/words/diffWords.ts'
import { effectWords } from '../../author/words/effectWords.ts'

/** Changes by subject, then their effects on visitors, line by line. */
export function diffLines(changes: readonly FlowChange[], effects: FlowEffects | null): string[] {
  if (effects === null) return [DIFF_WORDS.same]
  const bySubject = Map.groupBy(changes, ({ subject }) => subject)
  return [
    DIFF_WORDS.changes(changes.length),
    ...[...bySubject].flatMap(([subject, some]) => [
      '',
      DIFF_WORDS.subjects[subject],
      ...some.flatMap(changeLines),
    ]),
    '',
    ...effectLines(effects),
  ]
}

function changeLines({ kind, place, before, after }: FlowChange): string[] {
  const line = `  ${DIFF_WORDS.signs[kind]} ${place}`
  if (kind === 'moved') return [`${line} ${after}`]
  if (before === null || after === null) return [`${line}: ${before ?? after}`]
  if (`${line}: ${before} → ${after}`.length <= LINE) return [`${line}: ${before} → ${after}`]
  return [line, `      ${before}`, `    → ${after}`]
}

/** Length that fits on a line of most terminals. */
const LINE = 110

function effectLines(effects: FlowEffects): string[] {
  const [head, ...lines] = effectWords(effects)
  const { example } = effects
  return [
    head,
    ...lines.map((line) => `  ${line}`),
    ...(example ? [DIFF_WORDS.example(JSON.stringify(example.answers))] : []),
  ]
}
