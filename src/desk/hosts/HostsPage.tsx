import { Button } from '@mantine/core'
import { useCallback, useMemo, useState } from 'react'
import { momentText } from '../../time/momentText.ts'
import { Notice } from '../../operator/loading/Notice.tsx'
import { useLoaded } from '../../operator/loading/useLoaded.ts'
import { AskFirst } from '../../operator/sheets/AskFirst.tsx'
import { HOSTS } from './hostScreen.ts'
import { useDesk } from '../parts/deskContext.ts'
import { LoadedPart } from '../parts/LoadedPart.tsx'
import { PlainTable } from '../list/PlainTable.tsx'
import { NewHost } from './NewHost.tsx'
import type { ScriptHost } from '../../../schemas/desk/scriptHosts.ts'
import type { OperatorCalls } from '../../operator/loading/operatorCalls.ts'

/** Hosts that flows may load scripts from, for admins only. The server refuses everyone else. */
export function HostsPage() {
  const { inside } = useDesk()
  const calls = useMemo(() => hostCalls({ inside }), [inside])
  const [changes, setChanges] = useState(0)
  const [removing, setRemoving] = useState<string | null>(null)
  const load = useCallback((signal: AbortSignal) => calls.list(signal), [calls])
  const hosts = useLoaded(load, { now: Date.now, refreshTick: changes })
  const refresh = () => setChanges((count) => count + 1)
  return (
    <main className="screen">
      <section className="card" aria-labelledby="script-hosts" aria-busy={hosts.loading}>
        <header className="card-head">
          <div>
            <h1 id="script-hosts">{HOSTS.title}</h1>
            <p className="card-note">{HOSTS.about}</p>
          </div>
        </header>
        <NewHost onAdd={(host) => calls.add(host).then(refresh)} />
        <LoadedPart of={hosts} failed={HOSTS.failed}>
          {(data) =>
            data?.length === 0 ? (
              <Notice title={HOSTS.none}>{HOSTS.noneWhy}</Notice>
            ) : (
              <PlainTable
                title={HOSTS.title}
                columns={[HOSTS.host, HOSTS.added, HOSTS.actions]}
                rows={
                  data?.map(({ host, added_by, added_at }) => ({
                    key: host,
                    cells: [
                      host,
                      <time key="added">{HOSTS.addedBy(added_by, momentText(added_at))}</time>,
                      <Button
                        key="remove"
                        size="xs"
                        variant="default"
                        aria-label={HOSTS.removeOf(host)}
                        onClick={() => setRemoving(host)}
                      >
                        {HOSTS.remove}
                      </Button>,
                    ],
                  })) ?? null
                }
              />
            )
          }
        </LoadedPart>
      </section>
      {removing !== null && (
        <AskFirst
          title={HOSTS.removeTitle(removing)}
          note={HOSTS.removeNote}
          act={HOSTS.removeNow}
          onAct={() => calls.remove(removing)}
          onClose={() => {
            setRemoving(null)
            refresh()
          }}
        />
      )}
    </main>
  )
}

/** Bodies of calls about script hosts. */
function hostCalls({ inside }: Pick<OperatorCalls, 'inside'>) {
  const post = <Answer,>(url: string, host: string) => inside<Answer>({ method: 'post', url, data: { host } })
  return {
    list: async (signal: AbortSignal) =>
      (await inside<{ data: ScriptHost[] }>({ url: '/desk/script-hosts', signal })).data,
    add: (host: string) => post<ScriptHost>('/desk/script-hosts', host),
    remove: (host: string) => post<void>('/desk/script-hosts/remove', host),
  }
}
