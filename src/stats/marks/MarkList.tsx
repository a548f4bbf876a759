import { useState } from 'react'
import type { Mark } from '../../../schemas/reports/marks.ts'
import { momentText } from '../../time/momentText.ts'
import { RetryLine } from '../../operator/loading/Notice.tsx'
import { AskFirst } from '../../operator/sheets/AskFirst.tsx'
import type { Marks } from './marksContext.ts'
import { MARKS } from './markWords.ts'
import { NoteSheet } from './NoteSheet.tsx'

interface Props {
  marks: Marks
  /** Path of the chart; null for all. */
  path: string | null
}

/** Marks of the chart as a list, with the notes that the operator may change. */
export function MarkList({ marks, path }: Props) {
  const [writing, setWriting] = useState<Mark | 'new' | null>(null)
  const [removing, setRemoving] = useState<Mark | null>(null)
  const { shown, loaded, writes } = marks
  return (
    <>
      {loaded.failure !== null && (
        <RetryLine retry={loaded.retry}>{`${MARKS.failed}. ${loaded.failure}`}</RetryLine>
      )}
      {loaded.data && shown.length === 0 && <p className="card-note">{MARKS.none}</p>}
      {shown.length > 0 && (
        <ul className="marks" aria-label={MARKS.list}>
          {shown.map((mark, at) => (
            <li
              key={mark.note === null ? `${mark.at} ${at}` : `note ${mark.note}`}
              className={`mark-${mark.kind}`}
            >
              <time>{momentText(mark.at)}</time>
              <span>
                {mark.words} <small>{MARKS.by(mark.by, path === null ? mark.path : null)}</small>
              </span>
              {mark.is_own && (
                <span className="mark-acts">
                  <button
                    type="button"
                    className="link"
                    aria-label={MARKS.editOf(mark.words)}
                    onClick={() => setWriting(mark)}
                  >
                    {MARKS.edit}
                  </button>
                  <button
                    type="button"
                    className="link"
                    aria-label={MARKS.removeOf(mark.words)}
                    onClick={() => setRemoving(mark)}
                  >
                    {MARKS.remove}
                  </button>
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      {writes && (
        <button type="button" className="link" onClick={() => setWriting('new')}>
          {MARKS.add}
        </button>
      )}
      {writing !== null && (
        <NoteSheet
          note={writing === 'new' ? null : writing}
          path={path}
          onSave={(written) =>
            writing === 'new' ? marks.add(written) : marks.edit({ note: writing.note!, words: written.words })
          }
          onClose={() => setWriting(null)}
        />
      )}
      {removing && (
        <AskFirst
          title={MARKS.removeTitle}
          note={removing.words}
          act={MARKS.removeNow}
          onAct={() => marks.remove(removing.note!)}
          onClose={() => setRemoving(null)}
        />
      )}
    </>
  )
}
