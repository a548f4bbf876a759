import type { Draft, DraftLine } from '../../../../schemas/studio/drafts.ts'
import { reasonOf, statusOf } from '../../../operator/loading/operatorCalls.ts'
import type { DraftCalls } from '../../parts/draftCalls.ts'
import type { UnsavedTexts } from './unsavedTexts.ts'

/** State of the typed text compared with the server's. `away`: the server did not respond, and is retried. `refused`: it does not accept
 *  it. `conflict`: someone else has saved since. */
export type Saving = 'saved' | 'unsaved' | 'saving' | 'away' | 'refused' | 'conflict'

export interface DraftState {
  /** Save that the text is based on. */
  line: DraftLine
  saving: Saving
  /** Reason why it is not saved. */
  reason: string | null
  /** Draft that someone else saved since; null if there is no conflict, or it could not be read. */
  theirs: Draft | null
  /** True if the text is unsaved input of an earlier visit that was restored. */
  isRestored: boolean
  /** True if the browser stores the unsaved text. */
  isKept: boolean
}

/** A text that is built on demand. */
interface Typed {
  toString(): string
}

export interface DraftKeeper {
  /** Initial text of the editor. */
  text: string
  state(): DraftState
  /** Text as typed now. */
  current(): string
  typed: (text: Typed) => void
  /** Saves the typed text. Resolves to true if all of it is saved. */
  save(): Promise<boolean>
  /** Saves a file beside the text, or removes it if null, once the text is saved. False if that fails; rejects if the file is refused. */
  saveFile(name: string, content: string | null): Promise<boolean>
  /** Checks for saves by someone else, such as another tab. */
  look(): Promise<void>
  /** Continues with what someone else saved, and drops the text typed here. */
  takeTheirs(): void
  /** Stores the unsaved text in the browser at once. */
  keep(): void
  /** Replaces what someone else saved by the text typed here. */
  replaceTheirs(): Promise<boolean>
  close(): void
}

interface Around {
  path: string
  draft: Draft
  calls: Pick<DraftCalls, 'read' | 'save' | 'saveFile'>
  unsaved: UnsavedTexts
  now: () => number
  onChange: (state: DraftState) => void
  /** Called when the text was saved elsewhere and nothing is typed here, so it must be shown. */
  onText: (text: string) => void
  /** Called when this tab saved, to tell the others. */
  onSaved: () => void
}

/** Delay between the last keystroke and saving. */
const SAVE_AFTER_MS = 300
/** A power failure loses the input of this time. To store a text of 1 MB takes the browser 40 ms, which must not be felt while typing. */
const KEEP_AFTER_MS = 1000
const FIRST_RETRY_MS = 1000
const LONGEST_RETRY_MS = 30_000

/** Saves a draft as it is typed and never loses input: unsaved text is stored in the browser, and another person's changes are never
 *  overwritten unseen. */
export function openDraftKeeper({
  path,
  draft,
  calls,
  unsaved,
  now,
  onChange,
  onText,
  onSaved,
}: Around): DraftKeeper {
  const { text: savedText, good: _, files: __, ...line } = draft
  const found = unsaved.adopt()
  const mine = found && found.text !== savedText ? found : null
  if (!mine) unsaved.drop()
  let typed: Typed = mine ? mine.text : savedText
  /** Text of the revision that the typed text is based on. */
  let base: Typed = savedText
  let state: DraftState = {
    line: mine ? { ...line, revision: mine.revision } : line,
    saving: mine ? 'unsaved' : 'saved',
    reason: null,
    theirs: null,
    isRestored: mine !== null,
    isKept: true,
  }
  if (mine && mine.revision < draft.revision) state = { ...state, saving: 'conflict', theirs: draft }
  let retryMs = FIRST_RETRY_MS
  let keeping: ReturnType<typeof setTimeout> | undefined
  let waiting: ReturnType<typeof setTimeout> | undefined
  let saving: Promise<boolean> | null = null
  let isClosed = false
  if (state.saving === 'unsaved') saveIn(0)

  function change(changed: Partial<DraftState>): void {
    state = { ...state, ...changed }
    if (!isClosed) onChange(state)
  }

  function keep(): void {
    clearTimeout(keeping)
    keeping = undefined
    if (state.saving === 'saved') return
    const { revision } = state.line
    const isKept = unsaved.keep({ revision, at: now(), text: typed.toString() })
    if (isKept !== state.isKept) change({ isKept })
  }

  function saveIn(ms: number): void {
    clearTimeout(waiting)
    if (!isClosed) waiting = setTimeout(() => void save(), ms)
  }

  function save(): Promise<boolean> {
    clearTimeout(waiting)
    if (saving) return saving.then((isSaved) => isSaved && save())
    if (state.saving === 'conflict') return Promise.resolve(false)
    if (state.saving === 'saved') return Promise.resolve(true)
    return (saving = send(state.line.revision).finally(() => (saving = null)))
  }

  async function send(revision: number): Promise<boolean> {
    const sent = typed
    change({ saving: 'saving' })
    try {
      saved(await calls.save({ path, revision, text: sent.toString() }), sent)
      return state.saving === 'saved'
    } catch (error) {
      keep()
      const status = statusOf(error)
      if (status === 409) return settle(sent)
      const isAway = status === null || status === 429 || status >= 500
      change({ saving: isAway ? 'away' : 'refused', reason: reasonOf(error) })
      if (isAway) saveIn(retryMs)
      retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS)
      return false
    }
  }

  async function saveFile(name: string, content: string | null): Promise<boolean> {
    if (!(await save())) return false
    const sent = typed
    const { revision } = state.line
    const sending = calls.saveFile({ path, revision, name, content }).then((line) => saved(line, sent))
    // No text is sent meanwhile, as it would be based on the previous revision.
    saving = sending
      .then(
        () => true,
        () => false,
      )
      .finally(() => (saving = null))
    await sending.catch(async (error: unknown) => {
      await saving
      if (state.saving === 'unsaved') saveIn(0)
      await look()
      throw error
    })
    return true
  }

  async function look(): Promise<void> {
    if (state.saving === 'away') return void save()
    if (saving || (state.saving !== 'saved' && state.saving !== 'conflict')) return
    const theirs = await calls.read(path).catch(() => null)
    if (!theirs || theirs.revision <= state.line.revision || isClosed) return
    if (state.saving === 'saved') show(theirs)
    else if (state.saving === 'conflict') change({ theirs, reason: null })
  }

  function saved({ path, revision, based_on, saved_by, saved_at }: DraftLine, sent: Typed): void {
    retryMs = FIRST_RETRY_MS
    base = sent
    const isAll = typed === sent
    change({
      line: { path, revision, based_on, saved_by, saved_at },
      saving: isAll ? 'saved' : 'unsaved',
      reason: null,
      theirs: null,
      isRestored: false,
      isKept: true,
    })
    if (isAll) unsaved.drop()
    else saveIn(SAVE_AFTER_MS)
    onSaved()
  }

  /** Handles a save by someone else since `sent` began, or one of ours without a response. */
  async function settle(sent: Typed): Promise<boolean> {
    try {
      const theirs = await calls.read(path)
      if (theirs.text === sent.toString()) {
        saved(theirs, sent)
        return state.saving === 'saved'
      }
      // Only files were changed.
      if (theirs.text === base.toString()) return await send(theirs.revision)
      change({ saving: 'conflict', theirs, reason: null })
    } catch (error) {
      change({ saving: 'conflict', theirs: null, reason: reasonOf(error) })
    }
    return false
  }

  function show(theirs: Draft): void {
    const { text, good: _, files: __, ...line } = theirs
    typed = base = text
    unsaved.drop()
    change({ line, saving: 'saved', reason: null, theirs: null, isRestored: false, isKept: true })
    onText(text)
  }

  return {
    text: typed.toString(),
    state: () => state,
    current: () => typed.toString(),
    typed(text) {
      typed = text
      keeping ??= setTimeout(keep, KEEP_AFTER_MS)
      if (state.saving === 'conflict') return
      if (state.saving !== 'unsaved' && state.saving !== 'away') change({ saving: 'unsaved', reason: null })
      saveIn(state.saving === 'away' ? retryMs : SAVE_AFTER_MS)
    },
    save,
    saveFile,
    look,
    keep,
    takeTheirs() {
      if (state.theirs) show(state.theirs)
    },
    async replaceTheirs() {
      if (!state.theirs) return false
      const { text: _, good: __, files: ___, ...line } = state.theirs
      change({ line, saving: 'unsaved', theirs: null })
      return save()
    },
    close() {
      keep()
      isClosed = true
      clearTimeout(waiting)
    },
  }
}
