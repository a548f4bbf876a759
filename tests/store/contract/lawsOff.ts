import { expect, test } from 'vitest'
import type { OpenStore } from '../contract.ts'

export function lawOffContract(open: OpenStore): void {
  test('a legal rule is off once, in order, and each change is in the audit log', async () => {
    const store = await open('laws-off')
    const hours = { rule: 'us-wa-hours', reason: 'No calls there.', off_by: 'ada', off_at: 5 }
    const adult = { rule: 'us-tcpa-adult', reason: 'Buyers ask.', off_by: 'console', off_at: 6 }
    expect([await store.turnLawOff(hours), await store.turnLawOff(adult)]).toEqual([true, true])
    expect(await store.turnLawOff({ ...hours, off_by: 'bo' })).toBe(false)
    expect(await store.lawsOff()).toEqual([adult, hours])
    const change = { by: 'bo', at: 7 }
    expect([
      await store.turnLawOn(hours.rule, change),
      await store.turnLawOn(hours.rule, change),
      await store.turnLawOn('us-wa', change),
    ]).toEqual([true, false, false])
    expect(await store.lawsOff()).toEqual([adult])
    expect(await store.auditLog(9)).toEqual([
      { at: 7, operator: 'bo', act: 'turn_on_law', about: hours.rule },
      { at: 6, operator: 'console', act: 'turn_off_law', about: adult.rule },
      { at: 5, operator: 'ada', act: 'turn_off_law', about: hours.rule },
    ])
  })
}
