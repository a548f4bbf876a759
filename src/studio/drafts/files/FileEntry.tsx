import { ActionIcon, Anchor, FileButton } from '@mantine/core'
import { IconDownload, IconRefresh, IconTrash } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { Located } from '../../../../schemas/author/problem.ts'
import type { DraftFiles } from '../../../../schemas/studio/drafts.ts'
import type { Path } from '../../../author/complete/cursor.ts'
import { labelAt } from '../../../author/forms/labels.ts'
import { FILES } from './fileScreen.ts'
import { useStudio } from '../../parts/studioContext.ts'
import type { OpenedFiles } from './useDraftFiles.ts'

interface Props {
  file: DraftFiles['data'][number]
  opened: OpenedFiles
  path: string
  document: unknown
  /** Paths in the text that name it. */
  places: readonly Path[]
  mayRemove: boolean
  problems: readonly Located[]
  isBusy: boolean
  onOpenForm: (at: Path) => void
}

/** A file beside a draft: its kind, what names it, its problems, and its actions. */
export function FileEntry({
  file,
  opened,
  path,
  document,
  places,
  mayRemove,
  problems,
  isBusy,
  onOpenForm,
}: Props) {
  const { name, bytes } = file
  const { put, remove, download } = opened
  const at = new Set(places.map((place) => JSON.stringify(place)))
  // Problems within the file, and those at places that name it.
  const wrong = problems.filter(
    (problem) =>
      problem.file === name || (at.has(JSON.stringify(problem.at)) && problem.message.includes(name)),
  )
  return (
    <li className="file-entry">
      <Thumbnail {...{ file, path }} />
      <div className="file-words">
        <strong>{name}</strong> <small>{FILES.size(bytes)}</small>
        <p className="file-about">
          {places.length === 0 ? (
            FILES.unused
          ) : (
            <>
              {FILES.namedBy}{' '}
              {places.slice(0, MOST_PLACES).map((place) => (
                <Anchor
                  key={JSON.stringify(place)}
                  component="button"
                  type="button"
                  size="xs"
                  onClick={() => onOpenForm(place.slice(0, -1))}
                >
                  {wordsAt(document, place)}
                </Anchor>
              ))}
            </>
          )}
        </p>
        {wrong.map(({ message, hint }) => (
          <p key={message} className="file-problem">
            {message} {hint}
          </p>
        ))}
      </div>
      <FileButton
        accept={`.${name.split('.').at(-1)}`}
        onChange={(given) => given && void put([given], name)}
      >
        {(props) => <Act {...props} label={FILES.replace(name)} Icon={IconRefresh} disabled={isBusy} />}
      </FileButton>
      <Act label={FILES.download(name)} Icon={IconDownload} onClick={() => void download(name)} />
      {mayRemove && (
        <Act
          label={FILES.remove(name)}
          Icon={IconTrash}
          disabled={isBusy}
          onClick={() => void remove(name)}
        />
      )}
    </li>
  )
}

const MOST_PLACES = 4

/** Label of a place; for a place in a step, that of the step. */
function wordsAt(document: unknown, place: Path): string {
  const step = place.slice(0, 5)
  const isInStep = place[1] === 'offers' && place[3] === 'steps'
  return labelAt(document, isInStep ? step : place.slice(0, -1).length > 1 ? place.slice(0, -1) : place)
}

interface ActProps {
  label: string
  Icon: typeof IconTrash
  disabled?: boolean
  onClick?: () => void
}

function Act({ label, Icon, ...props }: ActProps) {
  return (
    <ActionIcon variant="subtle" color="gray" aria-label={label} title={label} {...props}>
      <Icon size={16} aria-hidden />
    </ActionIcon>
  )
}

const PICTURES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  svg: 'image/svg+xml',
}
/** Limit for thumbnails in the list, which all load at once. */
const SHOWN_BYTES = 512 * 1024

function Thumbnail({ file: { name, sha256, bytes }, path }: Pick<Props, 'file' | 'path'>) {
  const { calls } = useStudio()
  const ending = name.split('.').at(-1)!
  const type = Object.hasOwn(PICTURES, ending) ? PICTURES[ending] : undefined
  const isShown = type !== undefined && bytes <= SHOWN_BYTES
  const [content, setContent] = useState<string | null>(null)
  useEffect(() => {
    let isOver = false
    setContent(null)
    if (isShown)
      calls.file(path, name).then(
        (found) => isOver || setContent(found),
        () => {},
      )
    return () => void (isOver = true)
  }, [calls, path, name, sha256, isShown])
  if (content === null) return <span className="file-picture">{name.split('.').at(-1)}</span>
  return <img className="file-picture" src={`data:${type};base64,${content}`} alt="" />
}
