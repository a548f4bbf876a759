import { hash } from 'node:crypto'
import { auditSql } from './auditLog.ts'
import { operatorSql } from './accounts.ts'
import type { RefusedLogin } from './operatorTypes.ts'
import { one, only, run, type Rule } from '../../kernel/statement.ts'
import { ofRecords } from '../../kernel/writeScopes.ts'

/** Records a refused login in the audit log: one entry for each account and network in a window, with a count; at most `most` entries, plus
 *  one for all others. */
function* noteRefusedLogin(
  refused: RefusedLogin,
  { windowMs, most }: { windowMs: number; most: number },
): Rule<void> {
  yield* run(operatorSql.sweepFailures, refused.at - windowMs)
  if (yield* countAgain(refused)) return
  const entries = yield* count(keyOf('entries'), refused.at)
  if (entries <= most) return yield* addEntry(refused)
  const others = { ...refused, operator: '', from: 'other networks' }
  if (!(yield* countAgain(others))) yield* addEntry(others)
}

/** False if no entry of this window is about the same account and network. */
function* countAgain(refused: RefusedLogin): Rule<boolean> {
  const key = keyOf(refused)
  const times = yield* count(key, refused.at)
  const { entry } = yield* only(operatorSql.refusalEntry, key)
  if (entry === null) return false
  yield* run(auditSql.reword, entry, `${refused.from}, ${times} times`)
  return true
}

function* addEntry(refused: RefusedLogin): Rule<void> {
  const { at, operator, act, from } = refused
  const { entry } = yield* only(auditSql.addEntry, at, operator, act, from)
  yield* run(operatorSql.keepRefusalEntry, keyOf(refused), entry)
}

function* count(key: string, at: number): Rule<number> {
  yield* run(operatorSql.countLogin, key, at)
  return (yield* one(operatorSql.loginFailures, key))!.count
}

function keyOf(counted: RefusedLogin | 'entries'): string {
  const parts = counted === 'entries' ? [counted] : [counted.act, counted.operator, counted.from]
  return hash('sha256', JSON.stringify(['refused', ...parts]))
}

export const refusalNoun = {
  writes: ofRecords({ noteRefusedLogin }),
}
