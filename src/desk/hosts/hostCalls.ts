import type { ScriptHost } from '../../../schemas/desk/scriptHosts.ts'
import type { OperatorCalls } from '../../operator/loading/operatorCalls.ts'

/** Bodies of calls about script hosts. */
export function hostCalls({ inside }: Pick<OperatorCalls, 'inside'>) {
  const post = <Answer>(url: string, host: string) => inside<Answer>({ method: 'post', url, data: { host } })
  return {
    list: async (signal: AbortSignal) =>
      (await inside<{ data: ScriptHost[] }>({ url: '/desk/script-hosts', signal })).data,
    add: (host: string) => post<ScriptHost>('/desk/script-hosts', host),
    remove: (host: string) => post<void>('/desk/script-hosts/remove', host),
  }
}
