import type { FlowDocument } from '../../../../schemas/flow/flow.ts'
import type { ImportedForm, ImportNote } from '../../../author/import/importForm.ts'
import { IMPORT } from './importScreen.ts'
import type { DraftCalls } from '../../parts/draftCalls.ts'

/** Larger files are not read. Source: src/author/import/importForm.ts `IMPORT_BYTES`. */
const MOST_BYTES = 5_000_000

/** The form in a file, or the reason why it has none. The reader is loaded only now, as few authors import. */
export async function readForm(file: File, uiSchema?: File): Promise<ImportedForm | { fault: string }> {
  if (file.size > MOST_BYTES || (uiSchema?.size ?? 0) > MOST_BYTES) return { fault: IMPORT.tooLarge }
  const { importForm } = await import('../../../author/import/importForm.ts')
  return importForm(await file.text(), { uiSchema: await uiSchema?.text() })
}

/** Makes the draft from the site of a version, and puts the form into it. `made` is the revision of the draft if that exists but the
 *  form is not in it yet. Returns what else of the form is lost on this site. */
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
