import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ImportAnswer } from '../../../schemas/commands/author.ts'
import type { FlowDocument } from '../../../schemas/flow.ts'
import { COLOURS } from '../../../schemas/flow/theme.ts'
import { besides } from '../../author/document/checkFiles.ts'
import { problemsOf } from '../../author/document/problemsOf.ts'
import {
  IMPORT_BYTES,
  IMPORT_FORMATS,
  importForm,
  type ImportFormat,
} from '../../author/import/importForm.ts'
import { IMPORT_FAULTS } from '../../texts/author/importNotes.ts'
import { command } from '../command.ts'
import { misuse, refusal } from '../failure.ts'
import { starterFlow } from '../starter/starterFlow.ts'
import { LONGEST_NAME, named, newFolder, writeSite } from '../starter/writeSite.ts'
import { counted, problemText, tally } from '../words/report.ts'

export const importForeign = command('import', {
  summary:
    'Makes a site of a form of Typeform or SurveyJS, or of a JSON Schema, and lists what did not come along.',
  usage: 'FILE --to FOLDER [--from FORMAT] [--ui-schema FILE]',
  about:
    'The folder is one as init makes it: brand, legal texts and icons to begin with. Jumps and conditions become display_rules;\nwhat cannot be said exactly is left out and listed, with where it stands and what to do by hand. Nothing is sent to a buyer\nof whom the form does not know: a lead goes to an example of one, where the form asks for a consent and a telephone number.',
  examples: [
    'leadloom import typeform.json --to sites/my-site',
    'leadloom import schema.json --ui-schema ui.json --to sites/my-site',
    'leadloom import survey.json --from surveyjs --to sites/my-site --json',
  ],
  options: {
    to: { type: 'string', value: 'FOLDER', about: 'The folder of the new site.' },
    from: {
      type: 'string',
      value: 'FORMAT',
      about: `${IMPORT_FORMATS.join(', ')}. Otherwise it is recognised.`,
    },
    'ui-schema': { type: 'string', value: 'FILE', about: 'What react-jsonschema-form shows the schema by.' },
  },
  async run({ values, positionals }, world) {
    const [file, ...more] = positionals
    if (file === undefined || more.length > 0) throw misuse('Name one file.')
    if (values.to === undefined) throw misuse('Say where the site is to be, as in --to sites/my-site.')
    const { from } = values
    if (from !== undefined && !isFormat(from))
      throw misuse(`--from is one of ${IMPORT_FORMATS.join(', ')}, not "${from}".`)
    const place = newFolder(values.to)
    const ui = values['ui-schema']
    const uiSchema = ui === undefined ? undefined : await textOf(ui)
    const read = importForm(await textOf(file), { from, uiSchema })
    if ('fault' in read) throw refusal('failed', `${file}: ${read.fault}`)

    const accent = COLOURS.light.accent
    const { site, schema, folder } = place
    const name = read.title.length <= LONGEST_NAME ? read.title : named(site)
    const base = starterFlow({ name, accent, kind: 'claims', style: site, schema })
    const { flow, notes } = read.onto(withoutPromises(base))
    const files = await writeSite(place, { flow, accent })
    const written = join(folder, 'flow.json')
    const problems = problemsOf(await readFile(written), besides(written))
    const { format, formatName, questions } = read
    const data: ImportAnswer = { folder, files, format, questions, left: [...notes], problems }
    const { errors } = tally(problems)
    const next =
      errors > 0
        ? `${counted(errors, 'error')} to correct. Next: leadloom validate ${folder}`
        : `Next: leadloom dev ${folder}`
    return {
      exit: errors > 0 ? 1 : 0,
      data,
      words: [
        ...files.map((one) => `  ${join(folder, one)}`),
        ...notes.map(
          ({ at, message, hint }) => `${[file, at].filter(Boolean).join(' ')}  ${message}  ${hint}`,
        ),
        ...problems.map((problem) => problemText(written, problem, world)),
        `${counted(questions, 'question')} of ${formatName} came along; ${counted(notes.length, 'note')} on what did not. ${next}`,
      ],
    }
  },
})

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
