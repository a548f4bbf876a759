import { expect, test } from 'vitest'
import type { OpenStore } from '../contract.ts'

export function scriptHostContract(open: OpenStore): void {
  test('a script host is on the list once, in order, and each change is in the audit log', async () => {
    const store = await open('script-hosts')
    const www = { host: 'www.clicks.example', added_by: 'ada', added_at: 5 }
    const cdn = { host: 'cdn.clicks.example', added_by: 'console', added_at: 6 }
    expect([await store.addScriptHost(www), await store.addScriptHost(cdn)]).toEqual([true, true])
    expect(await store.addScriptHost({ ...www, added_by: 'bo' })).toBe(false)
    expect(await store.scriptHosts()).toEqual([cdn, www])
    const removal = { by: 'bo', at: 7 }
    expect([
      await store.removeScriptHost(www.host, removal),
      await store.removeScriptHost(www.host, removal),
      await store.removeScriptHost('clicks.example', removal),
    ]).toEqual([true, false, false])
    expect(await store.scriptHosts()).toEqual([cdn])
    expect(await store.auditLog(9)).toEqual([
      { at: 7, operator: 'bo', act: 'remove_script_host', about: www.host },
      { at: 6, operator: 'console', act: 'add_script_host', about: cdn.host },
      { at: 5, operator: 'ada', act: 'add_script_host', about: www.host },
    ])
  })
}
