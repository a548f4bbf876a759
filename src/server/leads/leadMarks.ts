import type { Flow, ServerComputation } from '../../../schemas/flow/flow.ts'
import { COMPUTATIONS, isServerOnly, yesNo } from '../../flow/answers/computations.ts'
import { fieldOf, isAnswered, type Fields } from '../../flow/answers/fields.ts'
import { hasBadName, hasBadWords } from '../outside/badWords.ts'
import { gibberishCheck } from '../outside/gibberish.ts'
import { callingHours } from '../../author/law/callingHours.ts'
import { placeOfZip } from '../../author/solve/zips.ts'

/** Computed fields of a flow that only the server knows, for the lead with these `fields`. They mark a lead and never hold it back.
 *  `ip`: as the server saw it. */
export async function leadMarks(flow: Flow, fields: Fields, ip: string): Promise<Fields> {
  const marks: Record<string, string> = {}
  for (const [name, field] of Object.entries(flow.ui_config.fields)) {
    if (!isServerOnly(field)) continue
    const from = (field.from ?? []).map((source) => fieldOf(fields, source))
    if (!COMPUTATIONS[field.compute].total && !from.every(isAnswered)) continue
    marks[name] = await MARKS[field.compute](
      from.map((value) => String(value ?? '')),
      ip,
    )
  }
  return marks
}

const MARKS: Record<ServerComputation, (from: string[], ip: string) => string | Promise<string>> = {
  ip: (_, ip) => ip,
  name_bad_word: (names) => yesNo(hasBadName(names.join(' '))),
  has_bad_words: ([text = '']) => yesNo(hasBadWords(text)),
  is_gibberish: async ([text = '']) => yesNo(!(await gibberishCheck(text)).valid),
  calling_hours: ([zip = '']) => {
    const place = placeOfZip(zip.trim().slice(0, 5))
    return callingHours(place === null || place === 'newer' ? undefined : place.state)
  },
}
