import type { PartingKind, ReplayAnswer, ReplayLine } from '../../../schemas/studio/replay.ts'
import { DIFF_WORDS } from './diffWords.ts'
import { percent } from './effectWords.ts'

/** Outcomes of recorded visits in another flow, in words. `visits` is a count with its share. */
export const REPLAY_WORDS = {
  share: (visits: string, all: string, percent: string) => `${visits} of ${all} visits (${percent})`,
  none: (version: number) => `No visits to version ${version} were recorded in this period.`,
  alike: (all: string) => `All ${all} visits take the same path and create the same leads.`,
  differing: (share: string) => `${share} would differ:`,
  lines: {
    becomes_lead: (visits) => `${visits} would become leads`,
    no_lead: (visits) => `${visits} would no longer become leads`,
    lead_waits: (visits) => `${visits} are leads now, but would have to answer something else first`,
    lead_to: (visits, _, to) => `${visits} would become leads for ${to}, but don’t now`,
    lead_not_to: (visits, from) => `${visits} would no longer become leads for ${from}`,
    asked_again: (visits, _, to) =>
      `${visits} would be asked again at ${to}, because it doesn’t accept their answer`,
    asked_new: (visits, _, to) =>
      `${visits} would be asked a new question at ${to}, so the rest of the visit is unknown`,
    other_way: (visits) => DIFF_WORDS.way(visits).replace(/\.$/, ''),
    other_end: (visits, from, to) => DIFF_WORDS.ends(from, to, visits),
    consent_new: (visits, _, to) => `${visits} would see a different consent text at ${to}`,
    consent_gone: (visits, from) => `${visits} would no longer be asked for consent at ${from}`,
  } satisfies Record<PartingKind, (visits: string, from: string, to: string) => string>,
  example: (uuid: string) => `for example: leadloom explain ${uuid}`,
} as const

/** Order in which lines are listed. */
export const PARTING_ORDER = Object.keys(REPLAY_WORDS.lines) as PartingKind[]

/** A line in words. */
export function replayLine({ kind, from, to, visits }: Omit<ReplayLine, 'witness'>, all: number): string {
  return REPLAY_WORDS.lines[kind](shareOf(visits, all), from ?? DIFF_WORDS.atEnd, to ?? DIFF_WORDS.atEnd)
}

/** Count with its share, like `1,204 of 48,310 visits (2.5%)`. */
export function shareOf(visits: number, all: number): string {
  return REPLAY_WORDS.share(
    visits.toLocaleString('en-US'),
    all.toLocaleString('en-US'),
    percent(visits / all),
  )
}

/** The whole answer, line by line, each with an example visit. */
export function replayWords({ version, visits, differing, lines }: ReplayAnswer): string[] {
  if (visits === 0) return [REPLAY_WORDS.none(version)]
  if (differing === 0) return [REPLAY_WORDS.alike(visits.toLocaleString('en-US'))]
  return [
    REPLAY_WORDS.differing(shareOf(differing, visits)),
    ...lines.flatMap((line) => [
      `  ${replayLine(line, visits)}`,
      `      ${REPLAY_WORDS.example(line.witness)}`,
    ]),
  ]
}
