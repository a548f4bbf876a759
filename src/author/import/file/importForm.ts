import type { FlowDocument } from '../../../../schemas/flow/flow.ts'
import { IMPORT_FAULTS } from '../importNotes.ts'
import { positions } from '../../document/place.ts'
import { parse } from '../../document/parse.ts'
import { flowOf, noteLead } from '../flowOf.ts'
import type { ForeignForm } from '../foreignForm.ts'
import { isObject, listIn, member, type Json } from '../foreignJson.ts'
import { readJsonSchema } from '../jsonSchema/jsonSchema.ts'
import type { ImportNote, Reading } from '../reading.ts'

import { readSurvey } from '../surveyjs/surveyjs.ts'
import { botIn, readTypebot } from '../typebot/typebot.ts'
import { readTypeform } from '../typeform/typeform.ts'

export type { ImportNote } from '../reading.ts'

/** Forms that can be imported, as the command line names them. */
export const IMPORT_FORMATS = ['typeform', 'typebot', 'json-schema', 'surveyjs'] as const
export type ImportFormat = (typeof IMPORT_FORMATS)[number]

const FORMAT_NAMES: Record<ImportFormat, string> = {
  typeform: 'Typeform',
  typebot: 'Typebot',
  'json-schema': 'JSON Schema',
  surveyjs: 'SurveyJS',
}

/** Far above forms of thousands of questions. */
export const IMPORT_BYTES = 5_000_000

/** Result for a file: a flow on any site with what was lost, or why it cannot be one. */
export type Imported = { fault: string } | ImportedForm

export interface ImportedForm {
  format: ImportFormat
  /** Name for people. */
  formatName: string
  /** True if a uiSchema tells how it is shown. */
  takesUiSchema: boolean
  /** Title of the form. */
  title: string
  /** Number of questions imported. */
  questions: number
  /** Losses, except those that depend on the site. */
  notes: readonly ImportNote[]
  /** The form as a flow on a site, with everything that was lost. */
  onto(base: FlowDocument): { flow: FlowDocument; notes: readonly ImportNote[] }
}

/** Reads a form of another product. `from` is its format, if given; `uiSchema` is the text that tells rjsf how to show a JSON Schema. */
export function importForm(
  text: string,
  { from, uiSchema }: { from?: ImportFormat | undefined; uiSchema?: string | undefined } = {},
): Imported {
  const read = asObject(text)
  if (typeof read === 'string') return { fault: read }
  const format = from ?? recognized(read)
  if (format === undefined) {
    const isAnswers = Array.isArray(member(read, 'items')) || isObject(member(read, 'form_response'))
    return { fault: isAnswers ? IMPORT_FAULTS.responses : IMPORT_FAULTS.notKnown }
  }
  if (!HOLDS[format].of(read))
    return { fault: IMPORT_FAULTS.notThis(FORMAT_NAMES[format], HOLDS[format].what) }
  if (uiSchema !== undefined && format !== 'json-schema') return { fault: IMPORT_FAULTS.uiNeedsSchema }
  const ui = uiSchema === undefined ? {} : asObject(uiSchema)
  if (typeof ui === 'string') return { fault: ui }
  const { form, reading } = READERS[format](read, ui)
  const questions = form.steps.reduce((sum, { asks }) => sum + asks.length, 0)
  if (questions === 0) return { fault: IMPORT_FAULTS.nothing(FORMAT_NAMES[format]) }
  if (questions > MOST_QUESTIONS) return { fault: IMPORT_FAULTS.tooMany(MOST_QUESTIONS) }
  noteLead(form, reading)
  return {
    format,
    formatName: FORMAT_NAMES[format],
    takesUiSchema: format === 'json-schema',
    title: form.title,
    questions,
    notes: [...reading.notes],
    onto(base) {
      const flow = flowOf(form, base, reading)
      return { flow, notes: [...reading.notes] }
    },
  }
}

/** Source: schemas/kernel/atMost.ts, the steps of an offer. */
const MOST_QUESTIONS = 1500

type Reader = (document: Json, ui: Json) => { form: ForeignForm; reading: Reading }

const READERS: Record<ImportFormat, Reader> = {
  typeform: readTypeform,
  typebot: readTypebot,
  'json-schema': readJsonSchema,
  surveyjs: readSurvey,
}

const HOLDS: Record<ImportFormat, { what: string; of: (document: Json) => boolean }> = {
  surveyjs: {
    what: '"pages" or "elements"',
    of: (document) =>
      ['pages', 'elements', 'questions'].some((name) => Array.isArray(member(document, name))),
  },
  typebot: {
    what: '"groups" and "edges"',
    of: (document) =>
      listIn(botIn(document), 'groups').length > 0 && Array.isArray(member(botIn(document), 'edges')),
  },
  typeform: { what: '"fields"', of: (document) => Array.isArray(member(document, 'fields')) },
  'json-schema': {
    what: '"properties"',
    of: (document) =>
      isObject(member(document, 'properties')) ||
      typeof member(document, '$ref') === 'string' ||
      listIn(document, 'allOf').length > 0,
  },
}

function recognized(document: Json): ImportFormat | undefined {
  return (['typeform', 'typebot', 'surveyjs', 'json-schema'] as const).find((format) =>
    HOLDS[format].of(document),
  )
}

/** The object in a text, or why it has none. */
function asObject(text: string): Json | string {
  if (text.length > IMPORT_BYTES) return IMPORT_FAULTS.tooLarge(IMPORT_BYTES)
  const parsed = parse(text)
  if ('fault' in parsed) {
    const { offset, message, hint } = parsed.fault
    const { line, column } = positions(parsed.text)(offset)
    return IMPORT_FAULTS.notJson(line, column, message, hint)
  }
  const value: unknown = JSON.parse(parsed.text)
  return isObject(value) ? value : IMPORT_FAULTS.notObject
}
