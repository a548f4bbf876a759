import type { Problem } from '../../../../schemas/problem.ts'
import { chosenHosts } from '../../../flow/vendors/vendors.ts'
import { STEP_PROBLEMS } from '../../../texts/author/stepProblems.ts'
import type { ValidParts } from '../validParts.ts'

/** Scripts come from hosts that an admin listed, where the flow itself names them. `listed`: null where nobody knows the list. */
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
