import type { Problem } from '../../../schemas/author/problem.ts'
import { chosenHosts } from '../../flow/vendors/vendors.ts'
import { STEP_PROBLEMS } from './stepProblems.ts'
import type { ValidParts } from '../kernel/validParts.ts'

/** Checks that the scripts that a flow names come from hosts that an admin allowed. `listed` is null if the list is unknown. */
export function checkScriptHosts(
  { tracking: { at, value: scripts } }: Pick<ValidParts, 'tracking'>,
  listed: readonly string[] | null,
): Problem[] {
  return chosenHosts(scripts).flatMap(({ host, vendor, setting }): Problem[] => {
    const place = [...at, vendor, setting]
    if (listed === null)
      return [{ code: 'script_host_unchecked', at: place, ...STEP_PROBLEMS.scriptHostUnchecked(host) }]
    return listed.includes(host)
      ? []
      : [{ code: 'script_host', at: place, ...STEP_PROBLEMS.scriptHost(host) }]
  })
}
