import type { FlowEffects } from '../../../schemas/author/diff.ts'
import { DIFF_WORDS } from './diffWords.ts'

/** Effects of a change on visitors: a line about who was simulated, then a line for each effect. */
export function effectWords(effects: FlowEffects): [head: string, ...lines: string[]] {
  const { visitors, other_way, other_end, ends, other_text, texts, asked, leads, stuck } = effects
  const head = DIFF_WORDS.visitors(visitors.toLocaleString('en-US'))
  const lines = [
    ...(other_way > 0 ? [DIFF_WORDS.way(percent(other_way))] : []),
    ...(other_end > 0 ? [DIFF_WORDS.end(percent(other_end))] : []),
    ...ends
      .slice(0, SHOWN)
      .map(({ before, after, share }) =>
        DIFF_WORDS.ends(before ?? DIFF_WORDS.atEnd, after ?? DIFF_WORDS.atEnd, percent(share)),
      ),
    ...(other_text > 0 ? [DIFF_WORDS.text(percent(other_text))] : []),
    ...texts.slice(0, SHOWN).map(textWords),
    ...asked
      .slice(0, SHOWN)
      .map(({ step, before, after }) => DIFF_WORDS.asked(step, percent(before), percent(after))),
    ...leads.map(({ buyer, before, after }) => DIFF_WORDS.leads(buyer, percent(before), percent(after))),
    ...(stuck.before > 0 || stuck.after > 0
      ? [DIFF_WORDS.stuck(percent(stuck.before), percent(stuck.after))]
      : []),
  ]
  return [head, ...(lines.length > 0 ? lines : [DIFF_WORDS.alike])]
}

function textWords({ step, outcome, before, after, share }: FlowEffects['texts'][number]): string {
  const reads = [
    ...(after.length > 0 ? [DIFF_WORDS.reads(after)] : []),
    ...(before.length > 0 ? [DIFF_WORDS.readsNoLonger(before)] : []),
  ]
  return `${DIFF_WORDS.texts(step, outcome, percent(share))}: ${reads.join(', ')}`
}

/** Rounds to a tenth. A small share is never shown as 0%, nor a share short of everyone as 100%. */
export function percent(share: number): string {
  const tenths = Math.round(share * 1000)
  const shown = share > 0 && tenths === 0 ? 1 : share < 1 && tenths === 1000 ? 999 : tenths
  return `${shown / 10}%`
}

/** Largest differences that are listed for each kind. --json has all. */
const SHOWN = 10
