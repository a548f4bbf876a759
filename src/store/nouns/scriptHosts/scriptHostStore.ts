import type { ScriptHost } from '../../../../schemas/desk/scriptHosts.ts'

/** Hosts that flows may load scripts from. Rules for all verbs are at `Store`. */
export interface ScriptHostStore {
  /** All hosts, sorted by name. */
  scriptHosts(): Promise<ScriptHost[]>
  /** Adds a host, and records that in the audit log. False if it is already listed. */
  addScriptHost(added: ScriptHost): Promise<boolean>
  /** Removes a host, and records that in the audit log. False if it isn't listed. */
  removeScriptHost(host: string, removal: { by: string; at: number }): Promise<boolean>
}
