import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ImportAnswer } from '../../../schemas/commands/author.ts'
import type { FlowDocument } from '../../../schemas/flow/flow.ts'
import { COLORS } from '../../../schemas/flow/theme.ts'
import { siteFrom } from '../../author/templates/siteFrom.ts'
import { besides } from '../../author/document/checkFiles.ts'
import { problemsOf } from '../../author/problemsOf.ts'
import {
  IMPORT_BYTES,
  IMPORT_FORMATS,
  importForm,
  type ImportFormat,
} from '../../author/import/file/importForm.ts'
import { groupedNotes, type NoteGroup } from '../../author/import/groupedNotes.ts'
import { IMPORT_FAULTS } from '../../author/import/importNotes.ts'
import { command } from '../kernel/command.ts'
import { misuse, refusal } from '../kernel/failure.ts'
import { exampleCompany, LONGEST_NAME, named, newFolder, writeSite } from '../starter/writeSite.ts'
import { counted, problemText, tally } from '../words/report.ts'

export const importForeign = command('import', {
  summary: 'Create a site from a Typeform, Typebot, SurveyJS, or JSON Schema form',
  usage: 'FILE --to FOLDER [--from FORMAT] [--ui-schema FILE]',
  about:
    "The new folder also has a starter brand, legal texts, and icons, like one from init. Jumps and conditions become display_rules. Anything that can't be converted exactly is left out and listed, with its place and what to do by hand.\nIf the form asks for consent and a phone number, leads go to an example buyer. Otherwise they go nowhere.",
  examples: [
    'leadloom import typeform.json --to sites/my-site',
    'leadloom import schema.json --ui-schema ui.json --to sites/my-site',
    'leadloom import survey.json --from surveyjs --to sites/my-site --json',
  ],
  options: {
    to: { type: 'string', value: 'FOLDER', about: 'The folder to create.' },
    from: {
      type: 'string',
      value: 'FORMAT',
      about: `${IMPORT_FORMATS.join(', ')}. Default: detected from the file.`,
    },
    'ui-schema': { type: 'string', value: 'FILE', about: 'The UI schema of react-jsonschema-form.' },
  },
  async run({ values, positionals }, ctx) {
    const [file, ...more] = positionals
    if (file === undefined || more.length > 0) throw misuse('Add one file.')
    if (values.to === undefined) throw misuse('Add the folder for the site, for example --to sites/my-site.')
    const { from } = values
    if (from !== undefined && !isFormat(from))
      throw misuse(`--from must be one of ${IMPORT_FORMATS.join(', ')}, not "${from}".`)
    const place = newFolder(values.to)
    const ui = values['ui-schema']
    const uiSchema = ui === undefined ? undefined : await textOf(ui)
    const read = importForm(await textOf(file), { from, uiSchema })
    if ('fault' in read) throw refusal('failed', `${file}: ${read.fault}`)

    const accent = COLORS.light.accent
    const { site, schema, folder } = place
    const name = read.title.length <= LONGEST_NAME ? read.title : named(site)
    const base = siteFrom({
      template: 'claims',
      name,
      accent,
      style: site,
      schema,
      isEnglishOnly: true,
      company: exampleCompany(name),
    })
    const { flow, notes } = read.onto(withoutPromises(base))
    const files = await writeSite(place, { flow, accent })
    const written = join(folder, 'flow.json')
    const problems = problemsOf(await readFile(written), besides(written))
    const { format, formatName, questions } = read
    const data: ImportAnswer = { folder, files, format, questions, left: [...notes], problems }
    const { errors } = tally(problems)
    const next =
      errors > 0
        ? `${counted(errors, 'error')} to fix. Next: leadloom validate ${folder}`
        : `Next: leadloom dev ${folder}`
    return {
      exit: errors > 0 ? 1 : 0,
      data,
      words: [
        ...files.map((one) => `  ${join(folder, one)}`),
        ...groupedNotes(notes).flatMap((group) => noteLines(file, group)),
        ...problems.map((problem) => problemText(written, problem, ctx)),
        `Imported ${counted(questions, 'question')} from ${formatName}, with ${counted(notes.length, 'note')} on what was left out or changed. ${next}`,
      ],
    }
  },
})

/** Notes of one kind: their hint once, and the first few of many. */
function noteLines(file: string, { hint, notes }: NoteGroup): string[] {
  const [first, ...others] = notes.map(
    ({ at, message }) => `${[file, at].filter(Boolean).join(' ')}  ${message}`,
  )
  if (others.length === 0) return [`${first}  ${hint}`]
  const more = others.length + 1 - MOST_LISTED
  return [
    `${counted(notes.length, 'place')} of one kind. ${hint}`,
    ...[first!, ...others].slice(0, MOST_LISTED).map((line) => `  ${line}`),
    ...(more > 0 ? [`  and ${more} more; --json lists them all.`] : []),
  ]
}

const MOST_LISTED = 5

function isFormat(word: string): word is ImportFormat {
  return (IMPORT_FORMATS as readonly string[]).includes(word)
}

/** Text of a file. A file that is far too large isn't read. */
async function textOf(file: string): Promise<string> {
  const { size } = await stat(file)
  if (size > IMPORT_BYTES) throw refusal('failed', `${file}: ${IMPORT_FAULTS.tooLarge(IMPORT_BYTES)}`)
  return readFile(file, 'utf8')
}

/** Removes the example site's claims about itself, which may not be true of another form. */
function withoutPromises({ ui_config, ...flow }: FlowDocument): FlowDocument {
  const { promise: _, trust: __, ...site } = ui_config.site
  return { ...flow, ui_config: { ...ui_config, site } }
}
