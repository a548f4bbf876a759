import type { Draft } from '../../../../schemas/studio/drafts.ts'
import { reasonOf, statusOf } from '../../../operator/loading/operatorCalls.ts'
import type { DraftCalls } from '../../parts/draftCalls.ts'
import {
  isInFlight,
  moved,
  opened,
  STAGES,
  type DraftEvent,
  type DraftMemory,
  type Given,
  type Saving,
  type SideEffect,
  type Typed,
} from './draftLife.ts'
import { withLineEnds } from './lineEnds.ts'
import type { UnsavedTexts } from './unsavedTexts.ts'

/** State of a draft, as the page shows it. */
export interface DraftState extends Pick<
  DraftMemory,
  'line' | 'reason' | 'theirs' | 'isRestored' | 'isKept'
> {
  saving: Saving
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
const SAVE_AFTER_MS = 200
/** A power failure loses the input of this time. To store a text of 1 MB takes the browser 40 ms, which must not be felt while typing. */
const KEEP_AFTER_MS = 1000

/** Saves a draft as it is typed and never loses input: unsaved text is stored in the browser, and another person's changes are never
 *  overwritten unseen. */
export function openDraftKeeper(around: Around): DraftKeeper {
  const { path, unsaved } = around
  const { draft, calls } = withLineEnds(around)
  const found = unsaved.adopt()
  const mine = found && found.text !== draft.text ? found : null
  if (!mine) unsaved.drop()
  const { memory, on, follow, ended, ...life } = startLife({ ...around, calls }, opened(draft, mine))
  if (mine && mine.revision < draft.revision) void on('restoredBehind', { theirs: draft })
  else if (mine) void on('restored')
  const isSaved = () => STAGES[memory().stage] === 'saved'

  async function save(): Promise<boolean> {
    if (!isInFlight(memory().stage)) {
      await on('saveAsked')
      return isSaved()
    }
    await ended()
    return memory().stage === 'unsaved' || isInFlight(memory().stage) ? save() : isSaved()
  }

  async function saveFile(name: string, content: string | null): Promise<boolean> {
    while (memory().stage !== 'saved') if (!(await save())) return false
    await on('fileSent')
    const sending = calls.saveFile({ path, revision: memory().line.revision, name, content })
    await follow(
      sending.then(
        (line) => on('fileSaved', { line }),
        () => on('fileFailed'),
      ),
    )
    await sending
    return true
  }

  return {
    ...life,
    text: memory().typed.toString(),
    current: () => memory().typed.toString(),
    typed: (text) => void on('typed', { text }),
    save,
    saveFile,
    look: () => on('looked'),
    takeTheirs() {
      const { theirs } = memory()
      if (theirs) void on('theirsTaken', { theirs })
    },
    async replaceTheirs() {
      const { theirs } = memory()
      if (theirs) await on('theirsReplaced', { theirs })
      return isSaved()
    },
  }
}

interface Life extends Pick<DraftKeeper, 'state' | 'keep' | 'close'> {
  memory: () => DraftMemory
  /** Tells the table of an event. Resolves once the requests that follow from it have ended. */
  on: (event: DraftEvent, given?: Given) => Promise<void>
  /** Names a request that others wait for. */
  follow: (request: Promise<void>) => Promise<void>
  /** Resolves once the request on its way has ended, with those that follow from it. */
  ended: () => Promise<void>
}

/** Carries out the effects of the table, with the page's calls, timers and storage. */
function startLife(
  { path, calls, unsaved, now, onChange, onText, onSaved }: Around,
  first: DraftMemory,
): Life {
  let memory = first
  let state = stateOf(first)
  let request = Promise.resolve()
  let saveTimer: ReturnType<typeof setTimeout> | undefined
  let keepTimer: ReturnType<typeof setTimeout> | undefined
  let isClosed = false

  async function on(event: DraftEvent, given: Given = {}): Promise<void> {
    const move = moved(memory, event, given)
    if (!move) return
    remember(move.memory)
    await Promise.all(move.effects.map(async (effect) => effects[effect]()))
  }

  function remember(next: DraftMemory): void {
    memory = next
    const before = state
    const after = stateOf(next)
    const isChanged = Object.entries(after).some(([key, value]) => before[key as keyof DraftState] !== value)
    if (!isChanged) return
    state = after
    if (!isClosed) onChange(state)
  }

  const follow = (next: Promise<void>) => (request = next)

  const effects: Record<SideEffect, () => Promise<void> | void> = {
    send() {
      clearTimeout(saveTimer)
      return follow(saved(calls, memory).then((outcome) => on(...outcome)))
    },
    compare: async () => on(...(await compared(calls, memory))),
    async read() {
      const theirs = await calls.read(path).catch(() => null)
      if (theirs && theirs.revision > memory.line.revision && !isClosed) await on('laterFound', { theirs })
    },
    saveNow: () => saveIn(0),
    saveSoon: () => saveIn(SAVE_AFTER_MS),
    retry: () => saveIn(memory.retryMs),
    keep,
    keepSoon: () => void (keepTimer ??= setTimeout(keep, KEEP_AFTER_MS)),
    drop: () => unsaved.drop(),
    show: () => onText(memory.typed.toString()),
    tell: () => (isClosed ? undefined : onSaved()),
  }

  function saveIn(ms: number): void {
    clearTimeout(saveTimer)
    if (!isClosed) saveTimer = setTimeout(() => void on('saveAsked'), ms)
  }

  function keep(): void {
    clearTimeout(keepTimer)
    keepTimer = undefined
    const { stage, line, typed } = memory
    // A closed page has stored it, and the page that opened since may have taken it over.
    if (STAGES[stage] === 'saved' || isClosed) return
    const isKept = unsaved.keep({ revision: line.revision, at: now(), text: typed.toString() })
    remember({ ...memory, isKept })
  }

  function close(): void {
    keep()
    isClosed = true
    clearTimeout(saveTimer)
  }

  return { memory: () => memory, state: () => state, on, follow, ended: () => request, keep, close }
}

function stateOf({ stage, line, reason, theirs, isRestored, isKept }: DraftMemory): DraftState {
  return { saving: STAGES[stage], line, reason, theirs, isRestored, isKept }
}

/** Event in which a request ends. */
type Outcome = [event: DraftEvent, given: Given]

async function saved(calls: Around['calls'], { line, sent }: DraftMemory): Promise<Outcome> {
  const { path, revision } = line
  try {
    return ['textSaved', { line: await calls.save({ path, revision, text: sent.toString() }) }]
  } catch (error) {
    const status = statusOf(error)
    if (status === 409) return ['overtaken', {}]
    const isAway = status === null || status === 429 || status >= 500
    return [isAway ? 'unheard' : 'textRefused', { reason: reasonOf(error) }]
  }
}

/** Compares what was sent with what the server has. If both are the same, the response to that save was lost. */
async function compared(
  calls: Around['calls'],
  { line, sent, base, unheard }: DraftMemory,
): Promise<Outcome> {
  try {
    const theirs = await calls.read(line.path)
    const isTheirs = (text: Typed) => text.toString() === theirs.text
    if (isTheirs(sent)) return ['textSaved', { line: theirs }]
    return [[base, ...unheard].some(isTheirs) ? 'textUnchanged' : 'textChanged', { theirs }]
  } catch (error) {
    return ['unread', { reason: reasonOf(error) }]
  }
}
