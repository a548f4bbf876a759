import { save } from '../../../operator/loading/saveFile.ts'
import { DRAFTS } from '../../parts/draftScreen.ts'

/** Downloads the text of a draft. */
export function keepCopy(path: string, text: string): void {
  save(new Blob([text], { type: 'application/json' }), DRAFTS.copyName(path))
}
