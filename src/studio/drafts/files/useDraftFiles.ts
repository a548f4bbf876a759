import { useCallback, useState } from 'react'
import type { DraftFiles } from '../../../../schemas/studio/drafts.ts'
import { keptName, refusedFile } from '../../../author/edit/uploadedFile.ts'
import { reasonOf } from '../../../operator/loading/operatorCalls.ts'
import { useLoaded } from '../../../operator/loading/useLoaded.ts'
import { save } from '../../../operator/loading/saveFile.ts'
import { DRAFTS } from '../../parts/draftScreen.ts'
import { FILES } from './fileScreen.ts'
import type { DraftKeeper } from '../saving/draftKeeper.ts'
import { useStudio } from '../../parts/studioContext.ts'

export interface OpenedFiles {
  /** Null until known. */
  files: DraftFiles['data'] | null
  failure: string | null
  /** Name of the file being sent. */
  sending: string | null
  /** Results of the files sent last. */
  outcomes: readonly Outcome[]
  /** Adds files beside the draft, one after the other; `name` is the one to replace. */
  put: (given: readonly File[], name?: string) => Promise<void>
  remove: (name: string) => Promise<void>
  download: (name: string) => Promise<void>
}

export interface Outcome {
  words: string
  isWrong: boolean
}

/** Files beside a draft, as last saved. */
export function useDraftFiles(keeper: DraftKeeper, path: string, revision: number): OpenedFiles {
  const { calls } = useStudio()
  const [sending, setSending] = useState<string | null>(null)
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([])
  const load = useCallback((signal: AbortSignal) => calls.files(path, signal), [calls, path, revision])
  const { data, failure } = useLoaded(load, { now: Date.now })
  // A list loaded before the removal still includes it.
  const [removed, setRemoved] = useState<{ name: string; from: typeof data } | null>(null)
  const isThere = ({ name }: { name: string }) => removed?.from !== data || removed?.name !== name
  const wrong = (name: string, reason: string): Outcome => ({
    words: FILES.notPut(name, reason),
    isWrong: true,
  })

  async function change(name: string, content: string | null, done: string): Promise<Outcome> {
    try {
      const isDone = await keeper.saveFile(name, content)
      return isDone ? { words: done, isWrong: false } : wrong(name, DRAFTS.notSavedYet)
    } catch (error) {
      return wrong(name, reasonOf(error))
    }
  }
  async function putOne(file: File, name: string): Promise<Outcome> {
    const bytes = new Uint8Array(await file.arrayBuffer())
    const refusal = refusedFile(name, bytes)
    if (refusal !== null) return { words: refusal, isWrong: true }
    const isSame = file.name === name
    return change(name, await base64Of(file), isSame ? FILES.put(name) : FILES.putAs(file.name, name))
  }

  return {
    files: data?.data.filter(isThere) ?? null,
    failure,
    sending,
    outcomes,
    async put(given, name) {
      setOutcomes([])
      for (const file of given) {
        const kept = name ?? keptName(file.name)
        setSending(kept)
        const outcome = await putOne(file, kept).catch((error: unknown) => wrong(kept, reasonOf(error)))
        setOutcomes((before) => [...before, outcome])
      }
      setSending(null)
    },
    async remove(name) {
      const outcome = await change(name, null, FILES.removed(name))
      if (!outcome.isWrong) setRemoved({ name, from: data })
      setOutcomes([outcome])
    },
    async download(name) {
      try {
        const bytes = Uint8Array.from(atob(await calls.file(path, name)), (sign) => sign.charCodeAt(0))
        save(new Blob([bytes]), name)
      } catch (error) {
        setOutcomes([wrong(name, reasonOf(error))])
      }
    },
  }
}

function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve((reader.result as string).replace(/^[^,]*,/, ''))
    reader.onerror = () => reject(reader.error!)
    reader.readAsDataURL(file)
  })
}
