import type { ScriptHost } from '../../../schemas/desk/scriptHosts.ts'

/** Hosts that flows may load scripts from. What holds for all verbs is said of `Store`. */
export interface ScriptHostStore {
  /** Lists all, in the order of the hosts. */
  scriptHosts(): Promise<ScriptHost[]>
  /** Adds a host, and notes it in the audit log. False when it is on the list. */
  addScriptHost(added: ScriptHost): Promise<boolean>
  /** Removes a host, and notes it in the audit log. False when it is not on the list. */
  removeScriptHost(host: string, removal: { by: string; at: number }): Promise<boolean>
}
