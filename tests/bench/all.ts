import { spawnSync } from 'node:child_process'

/** Every benchmark, one after the other: `npm run bench`. The reports seed a million sessions first, and keep them. */

const BENCHES: [file: string, ...args: string[]][] = [
  ['size.ts'],
  ['visitor.ts'],
  ['heap.ts'],
  ['rules.ts'],
  ['solve.ts'],
  ['http.ts', '80000', '3'],
  ['ingest.ts', '3'],
  ['postgres.ts', '3', '3'],
  ['reports.ts', '--sessions', '1000000'],
  ['dropoff.ts', '--sessions', '1000000'],
  ['stats.ts'],
  ['statement.ts'],
  ['desk.ts'],
  ['studio.ts'],
  ['auction.ts', '20', '50'],
  ['experiments.ts'],
]

for (const [file, ...args] of BENCHES) {
  console.log(`\n— ${[file, ...args].join(' ')}`)
  const { status } = spawnSync(process.execPath, [`tests/bench/${file}`, ...args], { stdio: 'inherit' })
  if (status !== 0) process.exitCode = 1
}
