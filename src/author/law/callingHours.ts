/** Hours in which people can be called about a sale, in their own time, by state: https://schema.org/openingHours. Source: the rules of
 *  src/author/law/lawRules.ts; for CT, KY, OR and RI, secondary. */
const HOURS: Record<string, string> = {
  CT: 'Mo-Su 09:00-20:00',
  FL: 'Mo-Su 08:00-20:00',
  KY: 'Mo-Su 10:00-21:00',
  MD: 'Mo-Su 08:00-20:00',
  OK: 'Mo-Su 08:00-20:00',
  OR: 'Mo-Su 08:00-20:00',
  RI: 'Mo-Su 09:00-18:00',
  TX: 'Mo-Sa 09:00-21:00; Su 12:00-21:00',
  VA: 'Mo-Su 08:00-21:00',
  WA: 'Mo-Su 08:00-20:00',
}

/** Hours of all states without their own. Source: 47 CFR 64.1200(c)(1). */
const FEDERAL = 'Mo-Su 08:00-21:00'

/** Hours within those of every state, for people whose state isn't known. */
const EVERYWHERE = 'Mo-Sa 10:00-18:00; Su 12:00-18:00'

/** Hours in which a person can be called; `state` is two letters, or undefined if it isn't known. */
export function callingHours(state: string | undefined): string {
  return state === undefined ? EVERYWHERE : (HOURS[state] ?? FEDERAL)
}
