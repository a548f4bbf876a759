import { setFlagsFromString } from 'node:v8'

/** Has V8 make every object among the young. It learns in which places of the code objects live long, and makes those to
 *  come among the old at once. In a server that starts, those of its requests do; later each dies young, yet is looked for
 *  only when all old ones are, with everything it holds: 3 KB for each call, a fifth of the calls a second, and stops of
 *  60 ms to collect them. Source: V8, "allocation site pretenuring". */
export function disablePretenuring(): void {
  setFlagsFromString('--no-allocation-site-pretenuring')
}
