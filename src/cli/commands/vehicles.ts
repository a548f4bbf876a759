import { readFile } from 'node:fs/promises'
import type { VehiclesAnswer } from '../../../schemas/commands/operating.ts'
import { command } from '../kernel/command.ts'
import { misuse } from '../kernel/failure.ts'
import { counted } from '../words/report.ts'
import { withStore } from '../kernel/withStore.ts'
import { readVehicles } from '../files/vehiclesCsv.ts'

export const vehicles = command('vehicles', {
  summary: 'Add makes and models to the vehicle catalog',
  usage: 'import FILE.csv',
  about:
    'The first line must contain the column names year, make, and model. Other columns are ignored. The vehicles are added to the built-in ones and replace an earlier import. A running server offers them within a second. If any line has a mistake, nothing is imported.',
  examples: ['leadloom vehicles import 2027.csv'],
  options: {},
  environment: [['DATA_DIR', 'The folder of the embedded database. Default: ./data.']],
  async run({ positionals }, ctx) {
    const [verb, file, ...more] = positionals
    if (verb !== 'import' || file === undefined || more.length > 0)
      throw misuse('Use vehicles import FILE.csv.')
    const { years, rows, problems } = readVehicles(await readFile(file, 'utf8'))
    const { FOLDERS } = await import('../../server/main.ts')
    const { builtIn, IMPORTED, merged } = await import('../../server/outside/vehicles.ts')
    const known = builtIn(FOLDERS.vehicles)
    const added = problems.length > 0 ? 0 : models(merged(known, years)) - models(known)
    if (problems.length === 0)
      await withStore(ctx, (store) => store.keepImportedFile(IMPORTED, JSON.stringify(years)))
    const data = { file, rows, years: Object.keys(years).map(Number), added, problems }
    return { exit: problems.length > 0 ? 1 : 0, data, words: words(data) }
  },
})

function models(years: Record<string, Record<string, string[]>>): number {
  return Object.values(years).flatMap((makes) => Object.values(makes).flat()).length
}

function words({ file, rows, years, added, problems }: VehiclesAnswer): string[] {
  if (problems.length > 0)
    return [
      ...problems.map(({ line, message }) => `${file}:${line}  ${message}`),
      `${counted(problems.length, 'problem')}. Nothing was imported.`,
    ]
  const [first, last] = [Math.min(...years), Math.max(...years)]
  return [
    `Imported ${counted(rows, 'vehicle')} from ${first === last ? `model year ${first}` : `model years ${first} to ${last}`}, ${added.toLocaleString('en-US')} of them new.`,
  ]
}
