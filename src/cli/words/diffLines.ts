import type { FlowChange, FlowEffects } from '../../../schemas/diff.ts'
import { DIFF_WORDS } from '../../texts/author/diffWords.ts'

/** The changes by subject, then what they do to visitors, line by line. */
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

/** What fits on a line of most terminals. */
const LINE = 110
/** Of steps and of ends, those with the largest differences: --json has all. */
const SHOWN = 10

function effectLines(effects: FlowEffects): string[] {
  const { visitors, other_way, other_end, ends, asked, leads, stuck, example } = effects
  const head = DIFF_WORDS.visitors(visitors.toLocaleString('en-US'))
  const lines = [
    ...(other_way > 0 ? [DIFF_WORDS.way(percent(other_way))] : []),
    ...(other_end > 0 ? [DIFF_WORDS.end(percent(other_end))] : []),
    ...ends
      .slice(0, SHOWN)
      .map(({ before, after, share }) =>
        DIFF_WORDS.ends(before ?? DIFF_WORDS.atEnd, after ?? DIFF_WORDS.atEnd, percent(share)),
      ),
    ...asked
      .slice(0, SHOWN)
      .map(({ step, before, after }) => DIFF_WORDS.asked(step, percent(before), percent(after))),
    ...leads.map(({ buyer, before, after }) => DIFF_WORDS.leads(buyer, percent(before), percent(after))),
    ...(stuck.before > 0 || stuck.after > 0
      ? [DIFF_WORDS.stuck(percent(stuck.before), percent(stuck.after))]
      : []),
  ]
  return [
    head,
    ...(lines.length > 0 ? lines : [DIFF_WORDS.alike]).map((line) => `  ${line}`),
    ...(example ? [DIFF_WORDS.example(JSON.stringify(example.answers))] : []),
  ]
}

/** To a tenth; what is there is never said to be 0, nor what is not everybody to be all. */
function percent(share: number): string {
  const tenths = Math.round(share * 1000)
  const shown = share > 0 && tenths === 0 ? 1 : share < 1 && tenths === 1000 ? 999 : tenths
  return `${shown / 10} %`
}
