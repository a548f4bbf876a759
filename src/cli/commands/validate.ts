import { readFile } from 'node:fs/promises'
import { basename, dirname, resolve } from 'node:path'
import type { Located } from '../../../schemas/problem.ts'
import { besides } from '../../server/document/files.ts'
import { problemsOf } from '../../server/document/problemsOf.ts'
import { command, misuse, type World } from '../command.ts'
import { flowFile } from '../flowFile.ts'
import { counted, problemText } from '../report.ts'

export const validate = command({
  summary: 'Says everything that is wrong with flow files, each problem with its line and column.',
  usage: 'FILE... [--json]',
  examples: [
    'leadloom validate fixtures/sites/class-action-finder/flow.json',
    'leadloom validate fixtures/sites/*        (a folder stands for the flow.json in it)',
    'leadloom validate --json flow.json',
  ],
  options: {
    json: { type: 'boolean', about: 'Print { files: [{ file, problems }], problems: COUNT } instead.' },
  },
  async run({ values, positionals }, world) {
    if (positionals.length === 0) throw misuse('Name the flow files to validate.')
    const files = await Promise.all(
      positionals.map(async (word) => {
        const file = await flowFile(word)
        return { file, problems: problemsOf(await readFile(file, 'utf8'), besides(file)) }
      }),
    )
    const problems = files.reduce((sum, file) => sum + file.problems.length, 0)
    if (values.json) world.out(JSON.stringify({ files, problems }, null, 2))
    else print(files, problems, world)
    return problems === 0 ? 0 : 1
  },
})

function print(files: { file: string; problems: Located[] }[], problems: number, world: World): void {
  for (const { file, problems } of files)
    for (const problem of problems) world.out(problemText(file, problem, world))
  const broken = files.filter((file) => file.problems.length > 0).length
  world.out(
    problems === 0
      ? `${counted(files.length, 'file')} checked: no problems. Next: ${next(files.map(({ file }) => file))}`
      : `${counted(problems, 'problem')} in ${broken} of ${counted(files.length, 'file')}. Correct what stands above, then run this again.`,
  )
}

function next([file, ...more]: string[]): string {
  if (file === undefined || more.length > 0) return 'leadloom publish FILE --path PATH'
  return `leadloom publish ${file} --path ${basename(dirname(resolve(file)))}`
}
