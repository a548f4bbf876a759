import { MOST_REVOCATIONS } from '../../../schemas/kernel/revocation.ts'
import type { NewRevocation } from '../../store/nouns/revocations/revocationTypes.ts'
import type { Store } from '../../store/store.ts'
import { REVOCATION_REFUSALS as WORDS } from './revocationRefusals.ts'

/** One line of a list, read. */
export type ListLine = { line: number } & ({ revocation: NewRevocation } | { field: string; problem: string })

/** Part of the answer to a list: its progress, a line that wasn't taken, or the end. `known`: reported before. */
export type ListPart =
  | { done: number }
  | { line: number; field: string; problem: string }
  | { ended: true; lines: number; taken: number; known: number; wrong: number; notices: number }

/** Takes a list of requests, some hundred lines in one transaction. A list that was cut off can be sent again. */
export async function* takeList(
  store: Pick<Store, 'takeRevocations'>,
  lines: Iterable<ListLine>,
  now: () => number,
): AsyncGenerator<ListPart> {
  const ended = { ended: true as const, lines: 0, taken: 0, known: 0, wrong: 0, notices: 0 }
  let waiting: { line: number; revocation: NewRevocation }[] = []
  async function* flush(): AsyncGenerator<ListPart> {
    const taken = await store.takeRevocations(
      waiting.map(({ revocation }) => revocation),
      now(),
    )
    for (const [i, { outcome, notices }] of taken.entries()) {
      ended.notices += notices
      if (outcome === 'taken' || outcome === 'known') ended[outcome]++
      else yield wrong(waiting[i]!.line, outcome)
    }
    waiting = []
    yield { done: ended.lines }
  }
  function wrong(line: number, outcome: 'conflict' | 'unnamed'): ListPart {
    ended.wrong++
    return outcome === 'conflict'
      ? { line, field: 'id', problem: WORDS.otherPerson }
      : { line, field: 'lead', problem: WORDS.unnamed }
  }
  for (const one of lines) {
    if (ended.lines === MOST_REVOCATIONS) {
      ended.wrong++
      yield { line: one.line, field: '', problem: WORDS.tooManyLines(MOST_REVOCATIONS) }
      break
    }
    ended.lines++
    if ('problem' in one) {
      ended.wrong++
      yield { line: one.line, field: one.field, problem: one.problem }
    } else if (waiting.push(one) === TOGETHER) yield* flush()
  }
  if (waiting.length > 0) yield* flush()
  yield ended
}

/** Visitors' writes wait for one transaction at most, some ten milliseconds. */
const TOGETHER = 100
