import { Alert, Anchor } from '@mantine/core'
import {
  use,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  Fragment,
} from 'react'
import { useImmer } from 'use-immer'
import type { Located } from '../../../../schemas/author/problem.ts'
import type { Path } from '../../../author/complete/cursor.ts'
import { valueAt, record } from '../../../author/complete/shapes.ts'
import { formAt, type Form, type FormField, type FormList } from '../../../author/forms/formAt.ts'
import { formPathAt, memberAt, offsetAt } from '../../../author/forms/formPlaces.ts'
import type { TextFault } from '../../../author/forms/readText.ts'
import { skeletonsAt } from '../../../author/forms/skeletons.ts'
import { NEXT } from '../../../author/forms/fieldKinds.ts'
import { AddOption } from '../../../forms/AddOption.tsx'
import { ObjectForm } from '../../../forms/ObjectForm.tsx'
import { FORM } from '../../../texts/studio/formScreen.ts'
import { Place, PlaceOpening } from '../../panes/Place.tsx'
import { stepsAround, type WholeEdit } from '../edits/wholeEdit.ts'
import { WholeEdits } from '../edits/WholeEdits.tsx'
import type { EditorHandle } from '../TextEditor.tsx'
import { EntryList } from './EntryList.tsx'
import { PlainStep } from './PlainStep.tsx'
import { PartList } from './PartList.tsx'
import { useEditorLook } from './useEditorLook.ts'
import { useFlowText } from '../edits/useFlowText.ts'
import { SCHEMA, usePlaceEdits } from './usePlaceEdits.ts'
import { useTyping } from './useTyping.ts'
import { labelAt } from '../../../author/forms/labels.ts'
import '../../../forms/forms.css'

export interface FormPaneProps {
  editor: EditorHandle
  problems: readonly Located[]
  /** Object with a form requested from outside; null once it was shown. */
  wanted: Path | null
  onShown: () => void
}

/** Form of the object at the text's cursor. */
export function FormPane({ editor, problems, wanted, onShown }: FormPaneProps) {
  const { read, fault, place, form, edits, typing, pane, open, openNew, ...change } = useFormEdits(editor)
  const opener = use(PlaceOpening)
  const openJson = (at: Path) => {
    const { doc } = editor.look()
    const line = doc.lineAt((read && offsetAt(read, at)) ?? 0).number
    if (opener && 'goTo' in opener) opener.goTo({ line })
  }
  const [wholeEdit, setWholeEdit] = useState<WholeEdit | null>(null)
  const found = useMemo(() => problemsOfForm(form?.at ?? [], problems), [place, problems])

  useEffect(() => {
    if (!wanted) return
    open(wanted)
    onShown()
  }, [wanted])

  if (!read || !form) return <BrokenText fault={fault} />
  const isReadOnly = fault !== null
  /** True for what PlainStep shows already. */
  const isPlain = (key: string) => isStep(form.at) && (key === 'hint' || key === 'display_rules')

  return (
    <div
      ref={pane}
      className="form-pane"
      onKeyDown={(event) => {
        if (undoByKey(event, editor, typing.writeNow)) event.preventDefault()
      }}
    >
      <BrokenText fault={fault} />
      <FormCrumbs document={read.document} at={form.at} onOpen={open} />
      {!isReadOnly && (
        <WholeEdits
          editor={editor}
          at={form.at}
          asked={wholeEdit}
          onAsk={(asked) => {
            typing.writeNow()
            setWholeEdit(asked)
          }}
          onOpen={open}
        />
      )}
      <FormHead form={form} problems={found.here} />
      {isStep(form.at) && (
        <>
          <PlainStep {...{ editor, read, isReadOnly }} at={form.at} onJson={openJson} />
          <h3 className="step-more">{FORM.step.more}</h3>
        </>
      )}
      {form.fields.length > 0 && (
        <ObjectForm
          key={place}
          fields={typing.shown(form.fields.filter(({ key }) => !isPlain(key)))}
          problems={found.byKey}
          isReadOnly={isReadOnly}
          namesOf={edits.namesOf}
          onChange={change.write}
          onLeaveOut={change.leaveOut}
        />
      )}
      {form.leftOut > 0 && <p className="form-about">{FORM.leftOut(form.leftOut)}</p>}
      {!isReadOnly && form.options.length > 0 && (
        <AddOption
          label={FORM.addOption}
          placeholder={FORM.chooseOption}
          options={form.options
            .filter(({ key }) => !isPlain(key))
            .map(({ key, label, about }) => ({ name: key, label, about }))}
          onAdd={change.addOption}
        />
      )}
      <PartList
        parts={form.parts}
        isReadOnly={isReadOnly}
        problemsIn={found.within}
        onOpen={change.openPart}
        onRemove={edits.remove}
      />
      {form.lists
        .filter(({ at }) => !isPlain(String(at.at(-1))))
        .map((list) => (
          <FormEntries
            key={JSON.stringify(list.at)}
            {...{ list, isReadOnly, edits }}
            document={read.document}
            problemsIn={found.within}
            onOpen={open}
            onOpenNew={openNew}
            onWholeEdit={setWholeEdit}
          />
        ))}
    </div>
  )
}

/** Form of the object at the cursor, and ways to change it and to go to others. */
function useFormEdits(editor: EditorHandle) {
  const { read, fault, place, form, opened } = useFormAtCursor(editor)
  const edits = usePlaceEdits(editor, place)
  const typing = useTyping(editor, edits, read)
  const { pane, focus } = useFocusWish()

  function open(at: Path): void {
    typing.writeNow()
    focus('title')
    edits.open(at)
  }
  function openNew(at: Path): void {
    focus('field')
    edits.open(at)
  }
  function openPart(at: Path): void {
    if (valueAt(read!.document, at) === undefined) edits.addMember(String(at.at(-1)))
    open(at)
  }
  function addOption(key: string): void {
    const option = form!.options.find((each) => each.key === key)!
    if (option.isField) {
      opened.add(key)
      focus({ id: `form-field_${key}` })
    } else if (Array.isArray(edits.addMember(key))) focus({ id: `form-list_${key}` })
    else openNew([...form!.at, key])
  }
  function write(field: FormField, value: unknown): void {
    // An emptied field stays where it is.
    if (!field.isRequired) opened.add(field.key)
    typing.type(field, value)
  }
  function leaveOut(field: FormField): void {
    typing.writeNow()
    opened.remove(field.key)
    edits.leaveOut(field)
    focus('title')
  }

  const change = { open, openNew, openPart, addOption, write, leaveOut }
  return { read, fault, place, form, edits, typing, pane, ...change }
}

/** Form of the object at the cursor, with the optional fields that were opened there. */
function useFormAtCursor(editor: EditorHandle) {
  const look = useEditorLook(editor)
  const { read, fault } = useFlowText(look.doc)
  const lastPlace = useRef('[]')
  // While the text is broken, the cursor does not match the last good version.
  if (read && !fault) lastPlace.current = JSON.stringify(formPathAt(read, look.offset))
  const place = lastPlace.current
  const [opened, updateOpened] = useImmer<{ place: string; keys: string[] }>({ place, keys: [] })
  const openedHere = opened.place === place ? opened.keys : NONE
  const near = read ? memberAt(read, JSON.parse(place) as Path, look.offset) : undefined
  const form = useMemo(
    () =>
      read &&
      formAt({ schema: SCHEMA, document: read.document }, JSON.parse(place) as Path, {
        near,
        opened: openedHere,
      }),
    [read, place, near, openedHere],
  )
  return {
    read,
    fault,
    place,
    form,
    opened: {
      add(key: string) {
        if (!openedHere.includes(key)) updateOpened({ place, keys: [...openedHere, key] })
      },
      remove: (key: string) =>
        updateOpened((opened) => {
          opened.keys = opened.keys.filter((one) => one !== key)
        }),
    },
  }
}

/** Moves the focus within a pane, once what it goes to is drawn. */
function useFocusWish() {
  const pane = useRef<HTMLDivElement>(null)
  const wish = useRef<FocusWish | null>(null)
  useLayoutEffect(() => {
    const wished = wish.current
    wish.current = null
    // rjsf renders a new field a moment later.
    if (wished) setTimeout(() => pane.current && focusIn(pane.current, wished))
  })
  const focus = (next: FocusWish) => void (wish.current = next)
  return { pane, focus }
}

function FormHead({ form: { title, about }, problems }: { form: Form; problems: string[] }) {
  return (
    <>
      <h2 tabIndex={-1}>{title}</h2>
      {about !== '' && <p className="form-about">{about}</p>}
      {problems.map((problem) => (
        <Alert key={problem} color="red">
          {problem}
        </Alert>
      ))}
    </>
  )
}

interface EntriesProps {
  list: FormList
  document: unknown
  isReadOnly: boolean
  edits: ReturnType<typeof usePlaceEdits>
  problemsIn: FormProblems['within']
  onOpen: (at: Path) => void
  onOpenNew: (at: Path) => void
  /** Called for a step to be removed, which concerns the whole flow. */
  onWholeEdit: (edit: WholeEdit) => void
}

/** Entries of a list or a map. */
function FormEntries({ list, document, edits, onOpenNew, onWholeEdit, ...rest }: EntriesProps) {
  const skeletons = skeletonsAt({ schema: SCHEMA, document }, [...list.at, list.isMap ? 'x' : NEXT])
  const isOfSteps = JSON.stringify(stepsAround(list.at)?.steps) === JSON.stringify(list.at)
  return (
    <EntryList
      {...{ list, skeletons, ...rest }}
      // The list of steps has a gallery of them.
      onAdd={isOfSteps ? null : (key, skeleton) => onOpenNew(edits.addEntry(list, key, skeleton))}
      onRemove={isOfSteps ? (step) => onWholeEdit({ what: 'remove', step }) : edits.remove}
      onMove={edits.move}
    />
  )
}

const NONE: readonly string[] = []

function BrokenText({ fault }: { fault: TextFault | null }) {
  return (
    <div role="status">
      {fault && (
        <Alert color="red">
          {FORM.broken(fault)} <Place at={fault}>{FORM.goToLine(fault.line)}</Place>
        </Alert>
      )}
    </div>
  )
}

function isStep(at: Path): boolean {
  return at.length === 5 && stepsAround(at)?.index != null
}

/** Shares one history between the text and its forms. Returns true if it was one of its keys. */
function undoByKey(
  { key, ctrlKey, metaKey, shiftKey }: KeyboardEvent,
  editor: EditorHandle,
  writeNow: () => void,
) {
  const pressed = key.toLowerCase()
  if ((!ctrlKey && !metaKey) || !['y', 'z'].includes(pressed)) return false
  writeNow()
  if (pressed === 'y' || (pressed === 'z' && shiftKey)) editor.redo()
  else editor.undo()
  return true
}

/** Next focus: the form's heading, its first field, or an element by ID. */
type FocusWish = 'title' | 'field' | { id: string }

function focusIn(pane: HTMLElement, wish: FocusWish): void {
  const title = pane.querySelector<HTMLElement>('h2')
  const field = pane.querySelector<HTMLElement>('.form-fields :is(input, textarea)')
  if (wish === 'title') title?.focus()
  else if (wish === 'field') (field ?? title)?.focus()
  else document.getElementById(wish.id)?.focus()
}

interface Props {
  document: unknown
  at: Path
  onOpen: (at: Path) => void
}

/** Objects around the one at `at`, each with a link to its form. */
function FormCrumbs({ document, at, onOpen }: Props) {
  const around = at.map((_, depth) => at.slice(0, depth)).filter((path) => isObjectAt(document, path))
  if (around.length === 0) return null
  return (
    <nav className="form-crumbs" aria-label={FORM.place}>
      {around.map((path) => (
        <Fragment key={JSON.stringify(path)}>
          {path.length > 0 && <span aria-hidden>›</span>}
          <Anchor component="button" type="button" size="xs" onClick={() => onOpen(path)}>
            {labelAt(document, path)}
          </Anchor>
        </Fragment>
      ))}
    </nav>
  )
}

function isObjectAt(document: unknown, path: Path): boolean {
  const value = valueAt(document, path)
  return record(value) === value
}

interface FormProblems {
  /** Problems of the object itself. */
  here: string[]
  /** Problems of its members, each with a hint. */
  byKey: ReadonlyMap<string, string[]>
  /** Number of problems at a place or within it. */
  within: (at: Path) => number
}

/** Problems that concern the form of the object at `at`. */
function problemsOfForm(at: Path, problems: readonly Located[]): FormProblems {
  const inFlow = problems.filter(({ file }) => file === undefined)
  const inside = inFlow.filter((problem) => startsWith(problem.at, at))
  const textOf = ({ message, hint }: Located) => `${message} ${hint}`
  const ofMembers = inside.filter((problem) => problem.at.length > at.length)
  const byKey = Map.groupBy(ofMembers, (problem) => String(problem.at[at.length]))
  return {
    here: inside.filter((problem) => problem.at.length === at.length).map(textOf),
    byKey: new Map(Array.from(byKey, ([key, found]) => [key, found.map(textOf)])),
    within: (place) => inFlow.filter((problem) => startsWith(problem.at, place)).length,
  }
}

function startsWith(path: Path, start: Path): boolean {
  return start.every((part, index) => path[index] === part)
}
