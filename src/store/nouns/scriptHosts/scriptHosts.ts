import type { ScriptHost } from '../../../../schemas/desk/scriptHosts.ts'
import { audit } from '../operators/auditLog.ts'
import { all, command, integer, query, run, text, type Rule } from '../../kernel/statement.ts'
import { ofRecords } from '../../kernel/writeScopes.ts'

/** Hosts that flows may load scripts from. Each change is in the audit log. */

/** All hosts, sorted by name. */
const scriptHosts = (): Rule<ScriptHost[]> => all(scriptHostSql.all)

/** Adds a host, and records that in the audit log. False if it is already listed. */
function* addScriptHost({ host, added_by, added_at }: ScriptHost): Rule<boolean> {
  if ((yield* run(scriptHostSql.add, host, added_by, added_at)) === 0) return false
  yield* audit({ at: added_at, operator: added_by, act: 'add_script_host', about: host }, [
    { field: 'host', before: null, after: host, secret: false },
  ])
  return true
}

/** Removes a host, and records that in the audit log. False if it isn't listed. */
function* removeScriptHost(host: string, { by, at }: { by: string; at: number }): Rule<boolean> {
  if ((yield* run(scriptHostSql.remove, host)) === 0) return false
  yield* audit({ at, operator: by, act: 'remove_script_host', about: host }, [
    { field: 'host', before: host, after: null, secret: false },
  ])
  return true
}

const scriptHostSql = {
  all: query('SELECT host, added_by, added_at FROM script_hosts ORDER BY host', {
    host: text,
    added_by: text,
    added_at: integer,
  }),
  add: command(
    'INSERT INTO script_hosts (host, added_by, added_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
  ),
  remove: command('DELETE FROM script_hosts WHERE host = $1'),
}

export const scriptHostNoun = {
  writes: ofRecords({ addScriptHost, removeScriptHost }),
  reads: { scriptHosts },
  sql: scriptHostSql,
}
