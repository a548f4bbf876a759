import { readFile } from 'node:fs/promises'
import { basename, dirname, resolve } from 'node:path'
import type { ValidateAnswer } from '../../../schemas/commands/author.ts'
import type { Located } from '../../../schemas/author/problem.ts'
import { besides } from '../../author/document/checkFiles.ts'
import { readSource } from '../../author/document/place.ts'
import { problemsOf } from '../../author/problemsOf.ts'
import { command, type CommandContext } from '../kernel/command.ts'
import { misuse } from '../kernel/failure.ts'
import { fileNamed } from '../files/flowFile.ts'
import { suggestedPath } from '../kernel/sitePath.ts'
import { shellWord } from '../words/shellWord.ts'
import { counted, problemText, tally, tallyText } from '../words/report.ts'

export const validate = command('validate', {
  summary: 'Check flow files or buyers files for problems',
  usage: 'FILE...',
  about:
    "Each problem comes with its line and column. Errors prevent publishing. Warnings don't, and the exit code stays 0.\nA buyers file looks like BUYERS_FILE. Its values may be secret, so they aren't repeated.",
  examples: [
    'leadloom validate sites/my-site/flow.json',
    'leadloom validate fixtures/sites/*        (a folder means its flow.json)',
    'leadloom validate --json flow.json',
    'leadloom validate buyers.json',
    'leadloom validate --strict flow.json        (for builds without warnings)',
  ],
  options: {
    strict: { type: 'boolean', about: 'Exit with code 1 for warnings, too.' },
  },
  async run({ values, positionals }, ctx) {
    if (positionals.length === 0) throw misuse('Add the flow files to check.')
    const ofBuyers = new Set<string>()
    const files = await Promise.all(
      positionals.map(async (word) => {
        const file = await fileNamed(word)
        const bytes = await readFile(file).catch(() => null)
        if (bytes === null) return { file, problems: [UNREADABLE] }
        if (!isOfBuyers(bytes)) return { file, problems: problemsOf(bytes, besides(file)) }
        ofBuyers.add(file)
        const { wrongInBuyersFile } = await import('../../server/delivery/buyersFile.ts')
        return { file, problems: wrongInBuyersFile(bytes) }
      }),
    )
    const [first] = files
    if (first && files.every(({ problems: [problem] }) => problem === UNREADABLE))
      throw misuse(`The file ${first.file} doesn't exist or can't be read.`)
    const all = files.flatMap(({ problems }) => problems)
    const data: ValidateAnswer = { files, problems: all.length, ...tally(all) }
    const isGood = values.strict ? data.problems === 0 : data.errors === 0
    return { exit: isGood ? 0 : 1, data, words: words(data, { isGood, ofBuyers, ctx }) }
  },
})

/** True for a file of buyers; a flow has its buyers within ui_config. */
function isOfBuyers(bytes: Uint8Array): boolean {
  const { document } = readSource(bytes)
  return (
    typeof document === 'object' &&
    document !== null &&
    Object.hasOwn(document, 'buyers') &&
    !Object.hasOwn(document, 'ui_config')
  )
}

const UNREADABLE: Located = {
  line: 1,
  column: 1,
  weight: 'error',
  code: 'no_file',
  at: [],
  message: "The file doesn't exist or can't be read.",
  hint: 'Use a flow file, or a folder that contains a flow.json.',
}

interface Shown {
  isGood: boolean
  /** Files of buyers. */
  ofBuyers: ReadonlySet<string>
  ctx: CommandContext
}

function words(answer: ValidateAnswer, { isGood, ofBuyers, ctx }: Shown): string[] {
  const { files, problems } = answer
  const found = problems === 0 ? 'no problems' : tallyText(answer)
  const broken = files.filter((file) => file.problems.length > 0).length
  return [
    ...files.flatMap(({ file, problems }) => problems.map((problem) => problemText(file, problem, ctx))),
    isGood
      ? `${counted(files.length, 'file')} checked: ${found}. Next: ${next(
          files.map(({ file }) => file),
          ofBuyers,
        )}`
      : `${found} in ${broken} of ${counted(files.length, 'file')}. Fix the problems above, then run this again.`,
  ]
}

function next([file, ...more]: string[], ofBuyers: ReadonlySet<string>): string {
  if (file !== undefined && ofBuyers.has(file)) return `leadloom buyers set ${shellWord(file)}`
  if (file === undefined || more.length > 0) return 'leadloom publish FILE --path PATH'
  return `leadloom publish ${shellWord(file)} --path ${suggestedPath(basename(dirname(resolve(file))))}`
}
