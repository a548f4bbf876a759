import type { Draft, DraftLine } from '../../../../schemas/studio/drafts.ts'

/** Life of a typed text, as a table of what each event does in each stage. draftKeeper.ts tells it the events and carries out the effects;
 *  docs/architecture.md draws it. */

/** State of the typed text compared with the server's. `away`: the server did not respond, and is retried. `refused`: it does not accept
 *  it. `conflict`: someone else has saved since. */
export type Saving = 'saved' | 'unsaved' | 'saving' | 'away' | 'refused' | 'conflict'

/** Stages of a text, and the state that its author sees. `savingFile`: a file is on its way. `fileFirst`: a file is on its way, and the
 *  text follows. `savingOlder`: more was typed since the text on its way. `conflictUnread`: what someone else saved could not be read. */
export const STAGES = {
  saved: 'saved',
  savingFile: 'saved',
  fileFirst: 'unsaved',
  unsaved: 'unsaved',
  saving: 'saving',
  savingOlder: 'unsaved',
  away: 'away',
  refused: 'refused',
  conflict: 'conflict',
  conflictUnread: 'conflict',
} as const satisfies Record<string, Saving>

export type Stage = keyof typeof STAGES

/** Stages in which a request is on its way, so that another one would be based on a previous revision. */
export const isInFlight = (stage: Stage): boolean =>
  ['savingFile', 'fileFirst', 'saving', 'savingOlder'].includes(stage)

/** A text that is built on demand. */
export interface Typed {
  toString(): string
}

/** Texts and saves that a page knows of. */
export interface DraftMemory {
  stage: Stage
  /** Save that the text is based on. */
  line: DraftLine
  typed: Typed
  /** Text that was sent last. */
  sent: Typed
  /** Text of the save that the typed text is based on. */
  base: Typed
  /** Texts sent since, of which it isn't known whether the server has them. */
  unheard: readonly Typed[]
  /** Draft that someone else saved since; null if there is no conflict, or it could not be read. */
  theirs: Draft | null
  /** Reason why it is not saved. */
  reason: string | null
  /** True if the text is unsaved input of an earlier visit that was restored. */
  isRestored: boolean
  /** True if the browser stores the unsaved text. */
  isKept: boolean
  /** Delay before the server is asked again; 0 if it responded. */
  retryMs: number
}

const FIRST_RETRY_MS = 1000
const LONGEST_RETRY_MS = 30_000

/** Effects that change only the memory. `type`: takes the typed text. `adopt`: the text sent is saved. `rebase`: the text replaces what
 *  the server has. `note`: remembers what someone else saved. `explain`: remembers a reason. `doubt`: the server may have the text sent, and
 *  is asked again after a longer time. */
type MemoryEffect = 'type' | 'adopt' | 'rebase' | 'note' | 'explain' | 'doubt'

/** Effects that reach beyond the memory. `send`: sends the text. `compare`: reads what someone else saved, and compares it with what was
 *  sent. `read`: checks for saves by someone else. `saveNow`, `saveSoon`, `retry`: asks for a save, at once or later. `keep`, `keepSoon`:
 *  stores the text in the browser. `drop`: removes it there. `show`: continues with what someone else saved. `tell`: tells other tabs. */
export type SideEffect =
  | 'send'
  | 'compare'
  | 'read'
  | 'saveNow'
  | 'saveSoon'
  | 'retry'
  | 'keep'
  | 'keepSoon'
  | 'drop'
  | 'show'
  | 'tell'

export type Effect = MemoryEffect | SideEffect

export interface Move {
  to: Stage
  does: readonly Effect[]
}

const at = (to: Stage, ...does: Effect[]): Move => ({ to, does })

/** Table of moves by event and stage. A stage that an event doesn't name ignores it. */
export const DRAFT_LIFE = {
  /** An unsaved text of an earlier visit is found. */
  restored: { saved: at('unsaved', 'saveNow') },
  /** One is found, and someone else has saved since. */
  restoredBehind: { saved: at('conflict', 'note') },
  /** The author types. */
  typed: {
    saved: at('unsaved', 'type', 'keepSoon', 'saveSoon'),
    savingFile: at('fileFirst', 'type', 'keepSoon'),
    fileFirst: at('fileFirst', 'type', 'keepSoon'),
    unsaved: at('unsaved', 'type', 'keepSoon', 'saveSoon'),
    saving: at('savingOlder', 'type', 'keepSoon'),
    savingOlder: at('savingOlder', 'type', 'keepSoon'),
    away: at('away', 'type', 'keepSoon', 'retry'),
    refused: at('unsaved', 'type', 'keepSoon', 'saveSoon'),
    conflict: at('conflict', 'type', 'keepSoon'),
    conflictUnread: at('conflictUnread', 'type', 'keepSoon'),
  },
  /** The author, a timer or another part of the page asks for a save. */
  saveAsked: {
    unsaved: at('saving', 'send'),
    away: at('saving', 'send'),
    refused: at('saving', 'send'),
  },
  /** The server has the text. */
  textSaved: {
    saving: at('saved', 'adopt', 'drop', 'tell'),
    savingOlder: at('unsaved', 'adopt', 'tell', 'saveSoon'),
  },
  /** The server doesn't respond. */
  unheard: {
    saving: at('away', 'explain', 'doubt', 'keep', 'retry'),
    savingOlder: at('away', 'explain', 'doubt', 'keep', 'retry'),
  },
  /** The server doesn't accept the text. What was typed since may do. */
  textRefused: {
    saving: at('refused', 'explain', 'keep'),
    savingOlder: at('unsaved', 'keep', 'saveSoon'),
  },
  /** The server has another save than the one that the text is based on. */
  overtaken: {
    saving: at('saving', 'keep', 'compare'),
    savingOlder: at('savingOlder', 'keep', 'compare'),
  },
  /** The server has the text that this one is based on: someone else changed files only, or a response to a save of ours was lost. */
  textUnchanged: {
    saving: at('saving', 'rebase', 'send'),
    savingOlder: at('saving', 'rebase', 'send'),
  },
  /** Someone else has changed the text. */
  textChanged: {
    saving: at('conflict', 'note'),
    savingOlder: at('conflict', 'note'),
  },
  /** The other save can't be read. */
  unread: {
    saving: at('conflictUnread', 'explain'),
    savingOlder: at('conflictUnread', 'explain'),
  },
  /** The page is shown again, is online again, or another tab has saved. */
  looked: {
    saved: at('saved', 'read'),
    away: at('saving', 'send'),
    conflict: at('conflict', 'read'),
    conflictUnread: at('conflictUnread', 'read'),
  },
  /** A later save by someone else is found. */
  laterFound: {
    saved: at('saved', 'show', 'drop'),
    conflict: at('conflict', 'note'),
    conflictUnread: at('conflict', 'note'),
  },
  /** The author continues with what someone else saved. */
  theirsTaken: { conflict: at('saved', 'show', 'drop') },
  /** The author replaces what someone else saved. */
  theirsReplaced: { conflict: at('saving', 'rebase', 'send') },
  /** A file is sent. */
  fileSent: { saved: at('savingFile') },
  /** The server has the file. */
  fileSaved: {
    savingFile: at('saved', 'adopt', 'tell'),
    fileFirst: at('unsaved', 'adopt', 'tell', 'saveSoon'),
  },
  /** The server doesn't respond, or doesn't accept the file. */
  fileFailed: {
    savingFile: at('saved', 'read'),
    fileFirst: at('unsaved', 'saveNow'),
  },
} as const satisfies Record<string, Partial<Record<Stage, Move>>>

export type DraftEvent = keyof typeof DRAFT_LIFE

/** Values that come with an event. */
export interface Given {
  text?: Typed
  line?: DraftLine
  theirs?: Draft
  reason?: string
}

/** Memory of a draft that was just opened. `found`: its unsaved text of an earlier visit. */
export function opened(draft: Draft, found: { text: string; revision: number } | null): DraftMemory {
  const line = lineOf(draft)
  return {
    stage: 'saved',
    line: found ? { ...line, revision: found.revision } : line,
    typed: found ? found.text : draft.text,
    sent: draft.text,
    base: draft.text,
    unheard: [],
    theirs: null,
    reason: null,
    isRestored: found !== null,
    isKept: true,
    retryMs: 0,
  }
}

/** The memory after an event, and the effects beyond it. Null if the stage ignores the event. */
export function moved(
  before: DraftMemory,
  event: DraftEvent,
  given: Given,
): { memory: DraftMemory; effects: SideEffect[] } | null {
  const move = (DRAFT_LIFE[event] as Partial<Record<Stage, Move>>)[before.stage]
  if (!move) return null
  const memory: DraftMemory = { ...before, stage: move.to }
  const shown = STAGES[move.to]
  if (shown === 'saved') memory.isKept = true
  if (shown !== 'conflict') memory.theirs = null
  if (shown !== 'conflict' && shown !== 'away') memory.reason = null
  const effects = move.does.flatMap((effect) => applied(memory, effect, given) ?? [])
  return { memory, effects }
}

/** Applies an effect to the memory. Returns it if it reaches beyond. */
function applied(memory: DraftMemory, effect: Effect, given: Given): SideEffect | undefined {
  switch (effect) {
    case 'type':
      memory.typed = required(given, 'text')
      return undefined
    case 'adopt':
      Object.assign(memory, basedOn(required(given, 'line'), memory.sent), HEALTHY)
      return undefined
    case 'rebase':
      Object.assign(memory, basedOn(required(given, 'theirs'), required(given, 'theirs').text))
      return undefined
    case 'note':
      Object.assign(memory, { theirs: required(given, 'theirs'), reason: null })
      return undefined
    case 'explain':
      memory.reason = required(given, 'reason')
      return undefined
    case 'doubt':
      memory.unheard = [...memory.unheard, memory.sent]
      memory.retryMs = Math.min(Math.max(memory.retryMs * 2, FIRST_RETRY_MS), LONGEST_RETRY_MS)
      return undefined
    case 'show': {
      const theirs = required(given, 'theirs')
      Object.assign(memory, basedOn(theirs, theirs.text), { typed: theirs.text, sent: theirs.text }, HEALTHY)
      return effect
    }
    case 'send':
      memory.sent = memory.typed
      return effect
    default:
      return effect
  }
}

/** Memory once the server has the text. */
const HEALTHY = { isRestored: false, retryMs: 0 } as const

function basedOn(line: DraftLine, base: Typed): Pick<DraftMemory, 'line' | 'base' | 'unheard'> {
  return { line: lineOf(line), base, unheard: [] }
}

function required<K extends keyof Given>(given: Given, key: K): NonNullable<Given[K]> {
  const value = given[key]
  if (value === undefined) throw new Error(`An event of a draft has no ${key}.`)
  return value as NonNullable<Given[K]>
}

function lineOf({ path, revision, based_on, saved_by, saved_at }: DraftLine): DraftLine {
  return { path, revision, based_on, saved_by, saved_at }
}
