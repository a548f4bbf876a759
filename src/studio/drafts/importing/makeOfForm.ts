import type { FlowDocument } from '../../../../schemas/flow.ts'
import type { ImportedForm, ImportNote } from '../../../author/import/importForm.ts'
import { IMPORT } from '../../../texts/studio/importScreen.ts'
import type { DraftCalls } from '../draftCalls.ts'

/** Files that are larger are not read. Source: src/author/import/importForm.ts `IMPORT_BYTES`. */
const MOST_BYTES = 5_000_000

/** The form in a file, or why it holds none. What reads it is loaded only now: few authors import. */
export async function readForm(file: File, uiSchema?: File): Promise<ImportedForm | { fault: string }> {
  if (file.size > MOST_BYTES || (uiSchema?.size ?? 0) > MOST_BYTES) return { fault: IMPORT.tooLarge }
  const { importForm } = await import('../../../author/import/importForm.ts')
  return importForm(await file.text(), { uiSchema: await uiSchema?.text() })
}

/** Makes the draft of the site of a version, and puts the form into it. `made`: the revision of the draft, where it was made and the
 *  form is not in it yet. Returns what of the form did not come along to this site besides. */
export async function putIntoDraft(
  calls: DraftCalls,
  form: ImportedForm,
  {
    path,
    revision,
    onMade,
    version,
  }: { path: string; version: number; revision: number | null; onMade: (revision: number) => void },
): Promise<readonly ImportNote[]> {
  const made = revision ?? (await calls.make({ path, version, revision: 0 })).revision
  onMade(made)
  const { text } = await calls.read(path)
  const { flow, notes } = form.onto(JSON.parse(text) as FlowDocument)
  await calls.save({ path, revision: made, text: `${JSON.stringify(flow, null, 2)}\n` })
  return notes.slice(form.notes.length)
}
