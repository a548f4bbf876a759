import type { PartingKind, ReplayAnswer, ReplayLine } from '../../../schemas/studio/replay.ts'
import { DIFF_WORDS } from './diffWords.ts'
import { percent } from './effectWords.ts'

/** What recorded visits would be in another flow, in words. `visits`: how many, with their share. */
export const REPLAY_WORDS = {
  share: (visits: string, all: string, percent: string) => `${visits} of ${all} visits (${percent})`,
  none: (version: number) => `No visits of version ${version} are recorded in this time.`,
  alike: (all: string) => `Of ${all} visits, all go the same way and make the same leads.`,
  differing: (share: string) => `${share} would differ:`,
  lines: {
    becomes_lead: (visits) => `${visits} would become a lead`,
    no_lead: (visits) => `${visits} would end as no lead`,
    lead_waits: (visits) => `${visits} are leads now, and would have to answer something first`,
    lead_to: (visits, _, to) => `${visits} would go to ${to} as a lead, and do not now`,
    lead_not_to: (visits, from) => `${visits} would no longer go to ${from} as a lead`,
    asked_again: (visits, _, to) =>
      `${visits} would be asked again at ${to}: it does not take what they answered`,
    asked_new: (visits, _, to) =>
      `${visits} would be asked something new at ${to}: what they would answer is unknown`,
    other_way: (visits) => DIFF_WORDS.way(visits).replace(/\.$/, ''),
    other_end: (visits, from, to) => DIFF_WORDS.ends(from, to, visits),
    consent_new: (visits, _, to) => `${visits} would be asked at ${to} to agree to other words`,
    consent_gone: (visits, from) =>
      `${visits} would no longer be asked what they are asked to agree to at ${from}`,
  } satisfies Record<PartingKind, (visits: string, from: string, to: string) => string>,
  example: (uuid: string) => `for example: leadloom explain ${uuid}`,
} as const

/** In which lines are listed. */
export const PARTING_ORDER = Object.keys(REPLAY_WORDS.lines) as PartingKind[]

/** Such a line in words. */
export function replayLine({ kind, from, to, visits }: Omit<ReplayLine, 'witness'>, all: number): string {
  return REPLAY_WORDS.lines[kind](shareOf(visits, all), from ?? DIFF_WORDS.atEnd, to ?? DIFF_WORDS.atEnd)
}

/** `1,204 of 48,310 visits (2.5 %)`. */
export function shareOf(visits: number, all: number): string {
  return REPLAY_WORDS.share(
    visits.toLocaleString('en-US'),
    all.toLocaleString('en-US'),
    percent(visits / all),
  )
}

/** All of it, line by line, each with a visit to look at. */
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
