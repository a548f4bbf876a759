import { join } from 'node:path'
import { REFUSALS } from '../kernel/callRefusals.ts'
import { isolated, type Isolated } from '../isolated/isolated.ts'
import { pictureMaker, type PictureMaker } from '../publish/pictures/makePictures.ts'
import type { PictureStore } from '../publish/publish.ts'
import type { AuthorTask, TaskAnswers } from './authorTasks.ts'

/** Runs tasks about drafts in a separate process. */
export type AuthorProcess = <T extends AuthorTask['task']>(
  task: Extract<AuthorTask, { task: T }>,
) => Promise<TaskAnswers[T]>

/** Throws 503 if too many tasks are waiting, and 422 if a draft crashes its process or takes too long. */
export function authorProcess(store: PictureStore): AuthorProcess {
  const drafts: Isolated<AuthorTask, TaskAnswers[keyof TaskAnswers]> = isolated({
    file: join(import.meta.dirname, 'authorTasks.ts'),
    heapMb: 768,
    memoryMb: 1024,
    // Less than a call waits for its answer.
    mostMs: 150_000,
    mostAtOnce: 2,
    // Each waiting task holds a flow and its files.
    mostWaiting: 8,
    busy: REFUSALS.authorsWait,
  })
  const pictures = pictureMaker()
  const calls = {
    importedFile: (name: string) => store.importedFile(name),
    keepImportedFile: (name: string, content: string) => store.keepImportedFile(name, content),
    makePicture: (order: Parameters<PictureMaker['make']>[0]) => pictures.make(order),
  }
  return async <T extends AuthorTask['task']>(task: Extract<AuthorTask, { task: T }>) => {
    const answers: TaskAnswers[keyof TaskAnswers][] = []
    for await (const answer of drafts.run(task, calls)) answers.push(answer)
    return answers[0] as TaskAnswers[T]
  }
}
