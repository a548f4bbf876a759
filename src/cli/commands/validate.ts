import { readFile } from 'node:fs/promises'
import { basename, dirname, resolve } from 'node:path'
import type { ValidateAnswer } from '../../../schemas/commands/author.ts'
import type { Located } from '../../../schemas/problem.ts'
import { besides } from '../../author/document/checkFiles.ts'
import { readSource } from '../../author/document/place.ts'
import { problemsOf } from '../../author/document/problemsOf.ts'
import { command, type World } from '../command.ts'
import { misuse } from '../failure.ts'
import { fileNamed } from '../files/flowFile.ts'
import { suggestedPath } from '../sitePath.ts'
import { shellWord } from '../words/shellWord.ts'
import { counted, problemText, tally, tallyText } from '../words/report.ts'

export const validate = command('validate', {
  summary:
    'Says everything that is wrong with flow files or files of buyers, each problem with its line and column.',
  usage: 'FILE...',
  about:
    'A file of buyers is one like that of BUYERS_FILE: nothing of its values is repeated, which may be secret. An error stops a publish. A warning does not: what it tells of harms neither visitors nor you, and the exit code is 0.',
  examples: [
    'leadloom validate sites/my-site/flow.json',
    'leadloom validate fixtures/sites/*        (a folder stands for the flow.json in it)',
    'leadloom validate --json flow.json',
    'leadloom validate buyers.json',
    'leadloom validate --strict flow.json        (for a build that takes no warnings)',
  ],
  options: {
    strict: { type: 'boolean', about: 'Ends with exit code 1 for warnings alone, too.' },
  },
  async run({ values, positionals }, world) {
    if (positionals.length === 0) throw misuse('Name the flow files to validate.')
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
      throw misuse(`There is no file ${first.file} that can be read.`)
    const all = files.flatMap(({ problems }) => problems)
    const data: ValidateAnswer = { files, problems: all.length, ...tally(all) }
    const isGood = values.strict ? data.problems === 0 : data.errors === 0
    return { exit: isGood ? 0 : 1, data, words: words(data, { isGood, ofBuyers, world }) }
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
  message: 'There is no file that can be read.',
  hint: 'Name a flow file, or a folder with a flow.json in it.',
}

interface Shown {
  isGood: boolean
  /** Files of buyers. */
  ofBuyers: ReadonlySet<string>
  world: World
}

function words(answer: ValidateAnswer, { isGood, ofBuyers, world }: Shown): string[] {
  const { files, problems } = answer
  const found = problems === 0 ? 'no problems' : tallyText(answer)
  const broken = files.filter((file) => file.problems.length > 0).length
  return [
    ...files.flatMap(({ file, problems }) => problems.map((problem) => problemText(file, problem, world))),
    isGood
      ? `${counted(files.length, 'file')} checked: ${found}. Next: ${next(
          files.map(({ file }) => file),
          ofBuyers,
        )}`
      : `${found} in ${broken} of ${counted(files.length, 'file')}. Correct what stands above, then run this again.`,
  ]
}

function next([file, ...more]: string[], ofBuyers: ReadonlySet<string>): string {
  if (file !== undefined && ofBuyers.has(file)) return `leadloom buyers set ${shellWord(file)}`
  if (file === undefined || more.length > 0) return 'leadloom publish FILE --path PATH'
  return `leadloom publish ${shellWord(file)} --path ${suggestedPath(basename(dirname(resolve(file))))}`
}
