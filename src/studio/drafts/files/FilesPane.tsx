import { Alert, FileButton, Button, Text } from '@mantine/core'
import { useMemo } from 'react'
import type { Located } from '../../../../schemas/author/problem.ts'
import type { Path } from '../../../author/complete/cursor.ts'
import { filesNamed } from '../../../author/edit/filesNamed.ts'
import { FILES } from './fileScreen.ts'
import { useEditorLook } from '../forms/useEditorLook.ts'
import { useFlowText } from '../edits/useFlowText.ts'
import type { DraftKeeper } from '../saving/draftKeeper.ts'
import type { EditorHandle } from '../TextEditor.tsx'
import { FileDrop } from './FileDrop.tsx'
import { FileEntry } from './FileEntry.tsx'
import { useDraftFiles } from './useDraftFiles.ts'

export interface FilesPaneProps {
  editor: EditorHandle
  keeper: DraftKeeper
  path: string
  revision: number
  problems: readonly Located[]
  onOpenForm: (at: Path) => void
}

/** Files beside a draft, to be added, replaced, downloaded, and removed, and files that the text names but are missing. */
export function FilesPane({ editor, keeper, path, revision, problems, onOpenForm }: FilesPaneProps) {
  const { read } = useFlowText(useEditorLook(editor).doc)
  const named = useMemo(() => Map.groupBy(read ? filesNamed(read.document) : [], ({ name }) => name), [read])
  const opened = useDraftFiles(keeper, path, revision)
  const { files, failure, sending, outcomes, put } = opened
  const isBusy = sending !== null
  const missing = files ? [...named.keys()].filter((name) => !files.some((file) => file.name === name)) : []
  return (
    <div className="files-pane">
      <p className="file-about">{FILES.about}</p>
      <FileDrop
        drop={FILES.drop}
        choose={FILES.choose}
        accept=".png,.jpg,.jpeg,.webp,.svg,.ico,.woff2,.css,.html"
        isBusy={isBusy}
        onFiles={(given) => void put(given)}
      />
      <div role="status" className="file-outcomes">
        {outcomes.map(({ words, isWrong }) =>
          isWrong ? (
            <Alert key={words} color="red">
              {words}
            </Alert>
          ) : (
            <Text key={words} size="sm">
              {words}
            </Text>
          ),
        )}
        {sending !== null && <Text size="sm">{FILES.putting(sending)}</Text>}
        {failure !== null && <Alert color="red">{FILES.failed(failure)}</Alert>}
        {!files && failure === null && <Text size="sm">{FILES.loading}</Text>}
      </div>
      {missing.length > 0 && (
        <section>
          <h2>{FILES.missing}</h2>
          <ul className="file-list">
            {missing.map((name) => (
              <li key={name} className="file-entry">
                <strong>{name}</strong>
                <FileButton
                  accept={`.${name.split('.').at(-1)}`}
                  onChange={(file) => file && void put([file], name)}
                >
                  {(props) => (
                    <Button {...props} size="compact-xs" variant="default" disabled={isBusy}>
                      {FILES.add(name)}
                    </Button>
                  )}
                </FileButton>
              </li>
            ))}
          </ul>
        </section>
      )}
      {files && (
        <section>
          <h2>{FILES.there}</h2>
          {files.length === 0 && <Text size="sm">{FILES.none}</Text>}
          <ul className="file-list">
            {files.map((file) => (
              <FileEntry
                key={file.name}
                {...{ file, isBusy, opened, path, problems, onOpenForm }}
                document={read?.document}
                places={named.get(file.name)?.map(({ at }) => at) ?? []}
                mayRemove={read !== null && !named.has(file.name)}
              />
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}
