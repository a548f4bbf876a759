import { Button, CloseButton, TextInput, ActionIcon } from '@mantine/core'
import { memo, useRef, useState } from 'react'
import type { Path } from '../../../author/complete/cursor.ts'
import type { FormList } from '../../../author/forms/formAt.ts'
import type { Skeleton } from '../../../author/forms/skeletons.ts'
import { AddOption } from '../../../forms/AddOption.tsx'
import { FORM } from '../../../texts/studio/formScreen.ts'
import { useEntryOrder, type EntryOrder } from './useEntryOrder.ts'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'

interface Props {
  list: FormList
  isReadOnly: boolean
  /** Number of problems at a place or within it. */
  problemsIn: (at: Path) => number
  skeletons: readonly Skeleton[]
  onOpen: (at: Path) => void
  /** Null where entries are added elsewhere. */
  onAdd: ((key: string | number, skeleton: Skeleton) => void) | null
  onRemove: (at: Path) => void
  onMove: (at: Path, to: number) => void
}

/** Objects of a list or a map, each with a link to its form. Those of a list can be reordered. */
export function EntryList({
  list,
  isReadOnly,
  problemsIn,
  skeletons,
  onOpen,
  onAdd,
  onRemove,
  onMove,
}: Props) {
  const order = useEntryOrder(list, onMove)
  const heading = useRef<HTMLHeadingElement>(null)
  const { label, about, entries, isMap } = list
  const remove = (at: Path) => {
    onRemove(at)
    heading.current?.focus()
  }
  return (
    <section className="form-part">
      <h3 ref={heading} id={`form-list_${list.at.at(-1) ?? ''}`} tabIndex={-1}>
        {label}
      </h3>
      {about !== '' && <p className="form-about">{about}</p>}
      {entries.length === 0 ? (
        <p className="form-about">{FORM.noEntries}</p>
      ) : (
        <ul ref={order.listed} className="form-entries">
          {entries.map((entry, index) => (
            <Entry
              key={JSON.stringify(entry.at)}
              order={isReadOnly || isMap ? null : order.of(index)}
              label={entry.label}
              place={JSON.stringify(entry.at)}
              problems={problemsIn(entry.at)}
              hasForm={entry.hasForm}
              isReadOnly={isReadOnly}
              onOpen={onOpen}
              onRemove={remove}
            />
          ))}
        </ul>
      )}
      {!isReadOnly && !isMap && entries.length > 1 && (
        <p role="status" className="form-about">
          {order.said || FORM.order}
        </p>
      )}
      {!isReadOnly &&
        onAdd &&
        (isMap ? (
          <NewKey list={list} onAdd={(key) => skeletons[0] && onAdd(key, skeletons[0])} />
        ) : (
          <NewEntry {...{ label, skeletons }} onAdd={(skeleton) => onAdd(entries.length, skeleton)} />
        ))}
    </section>
  )
}

interface EntryProps {
  label: string
  /** Functions to move it; null where order has no meaning. */
  order: EntryOrder | null
  /** Its path as JSON, which compares equal if the entry need not render again. */
  place: string
  problems: number
  hasForm: boolean
  isReadOnly: boolean
  onOpen: (at: Path) => void
  onRemove: (at: Path) => void
}

const Entry = memo(
  function Entry({ label, order, place, problems, hasForm, isReadOnly, onOpen, onRemove }: EntryProps) {
    const at = JSON.parse(place) as Path
    return (
      <li {...order?.drag} onKeyDown={order?.byKey}>
        {hasForm ? (
          <button type="button" className="form-open" onClick={() => onOpen(at)}>
            {label}
            {problems > 0 && <span className="form-count">{FORM.problemsWithin(problems)}</span>}
          </button>
        ) : (
          <span className="form-open">{label}</span>
        )}
        {order && <OrderButtons label={label} order={order} />}
        {!isReadOnly && (
          <CloseButton
            size="sm"
            aria-label={FORM.remove(label)}
            title={FORM.remove(label)}
            onClick={() => onRemove(at)}
          />
        )}
      </li>
    )
  },
  // The callbacks do the same for the same place.
  (before, after) =>
    before.label === after.label &&
    before.place === after.place &&
    before.order?.isFirst === after.order?.isFirst &&
    before.order?.isLast === after.order?.isLast &&
    before.problems === after.problems &&
    before.isReadOnly === after.isReadOnly &&
    before.hasForm === after.hasForm,
)

interface NewEntryProps {
  label: string
  skeletons: readonly Skeleton[]
  onAdd: (skeleton: Skeleton) => void
}

function NewEntry({ label, skeletons, onAdd }: NewEntryProps) {
  const [only, ...others] = skeletons
  if (!only) return null
  if (others.length === 0)
    return (
      <Button variant="default" size="xs" onClick={() => onAdd(only)}>
        {FORM.add(label)}
      </Button>
    )
  return (
    <AddOption
      label={FORM.add(label)}
      placeholder={FORM.chooseKind}
      options={skeletons.map(({ name = '', about }) => ({ name, label: name, about }))}
      onAdd={(chosen) => onAdd(skeletons.find(({ name }) => name === chosen)!)}
    />
  )
}

/** Form for the key of a new map entry. */
function NewKey({ list, onAdd }: { list: FormList; onAdd: (key: string) => void }) {
  const [key, setKey] = useState('')
  const [isTried, setTried] = useState(false)
  const isTaken = list.entries.some(({ at }) => at.at(-1) === key)
  const isKey = /^[A-Za-z][A-Za-z0-9_]{0,63}$/.test(key)
  return (
    <form
      className="form-new"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (!isKey || isTaken) return
        onAdd(key)
        setKey('')
        setTried(false)
      }}
    >
      <TextInput
        label={FORM.key(list.label)}
        size="sm"
        value={key}
        error={isTaken ? FORM.keyTaken(key) : isTried && !isKey ? FORM.keyRule : undefined}
        onChange={({ currentTarget }) => setKey(currentTarget.value)}
      />
      <Button type="submit" variant="default" size="xs">
        {FORM.addKey}
      </Button>
    </form>
  )
}

/** Moves an entry one place up or down. */
function OrderButtons({ label, order }: { label: string; order: EntryOrder }) {
  const buttons = [
    { name: FORM.moveUp(label), by: -1, isLast: order.isFirst, Icon: IconArrowUp },
    { name: FORM.moveDown(label), by: 1, isLast: order.isLast, Icon: IconArrowDown },
  ]
  return buttons.map(({ name, by, isLast, Icon }) => (
    <ActionIcon
      key={by}
      variant="subtle"
      color="gray"
      size="sm"
      aria-label={name}
      title={name}
      // Alt with an arrow does the same, so it needs no tab stop.
      tabIndex={-1}
      disabled={isLast}
      onClick={() => order.move(by)}
    >
      <Icon size={14} />
    </ActionIcon>
  ))
}
