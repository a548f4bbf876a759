import { siteList, type OfSites } from '../../kernel/ofSites.ts'
import {
  all,
  change,
  command,
  integer,
  integerOrNull,
  one,
  only,
  query,
  run,
  text,
  textOrNull,
  word,
  type Rule,
} from '../../kernel/statement.ts'
import { ofRecords } from '../../kernel/writeScopes.ts'
import { costKey, type CostRate, type LiveCost, type NewCost, type NewImport } from './costTypes.ts'

/** Begins an import, whose rows follow some at a time so that no other write waits long. Resolves to its number. */
function* startCostImport(made: NewImport): Rule<number> {
  const { kind, name, path, source, made_by, at } = made
  return (yield* only(costSql.start, kind, name, path, source, made_by, at)).import
}

/** Adds rows of an import. Each counts at once, instead of an earlier import's row with its source, day, and key. */
function* addCosts(number: number, path: string, source: string, rows: readonly NewCost[]): Rule<void> {
  for (const row of rows) {
    const { day, campaign, aff_id, sub1, sub2, sub3, sub4, sub5, micros, currency, usd_micros } = row
    const key = costKey(row)
    yield* change(costSql.replace, path, source, day, key)
    const words = [campaign, aff_id, sub1, sub2, sub3, sub4, sub5] as const
    yield* change(costSql.add, number, path, source, day, key, ...words, micros, currency, usd_micros)
  }
  const usd = rows.reduce((sum, { usd_micros }) => sum + usd_micros, 0)
  yield* change(costSql.addedUp, number, rows.length, usd)
}

function* endCostImport(number: number, at: number): Rule<void> {
  yield* run(costSql.end, number, at)
}

/** Marks an import as undone. False if there is no such import or it was undone before. */
function* undoCostImport(number: number, by: string, at: number): Rule<boolean> {
  return (yield* run(costSql.undo, number, at, by)) === 1
}

/** Takes back up to `limit` rows of an import that was undone. The newest row before that has the same key counts again. Resolves to the
 *  number of rows that it took back. */
function* takeBackCosts(number: number, limit: number): Rule<number> {
  const rows = yield* all(costSql.liveOf, number, limit)
  for (const { cost, path, source, day, key } of rows) {
    yield* change(costSql.takeBack, cost)
    yield* change(costSql.giveBack, path, source, day, key)
  }
  return rows.length
}

/** Adds rates of currencies, or replaces those of the same days. Costs that are there keep the dollars they were imported with. */
function* saveCostRates(rates: readonly CostRate[]): Rule<void> {
  for (const { currency, day, nano_usd } of rates) yield* change(costSql.saveRate, currency, day, nano_usd)
}

export interface CostImport extends NewImport {
  import: number
  lines: number
  usd_micros: number
  ended_at: number | null
  undone_at: number | null
  undone_by: string | null
}

/** Newest imports first, before that number. */
const costImports = ({ sites, before, limit }: OfSites & { before: number; limit: number }) =>
  all(costSql.imports, siteList({ sites }), before, limit)

const costImport = (number: number): Rule<CostImport | null> => one(costSql.import, number)

/** Costs that count for a source in some days, by day and key, after the cost `after`. */
function* liveCosts(
  { path, source, from, to }: { path: string; source: string; from: number; to: number },
  after: Pick<LiveCost, 'day' | 'key'> | null,
  limit: number,
): Rule<LiveCost[]> {
  return yield* all(costSql.live, path, source, from, to, after?.day ?? from, after?.key ?? '', limit)
}

const costRates = (from: number, to: number): Rule<CostRate[]> => all(costSql.rates, from, to)

/** Affiliates that visitors of a path came from. */
const affiliatesOf = (path: string): Rule<{ aff_id: string }[]> => all(costSql.affiliates, path)

const imported = {
  import: integer,
  kind: word<NewImport['kind']>(),
  name: text,
  path: text,
  source: text,
  made_by: text,
  at: integer,
  lines: integer,
  usd_micros: integer,
  ended_at: integerOrNull,
  undone_at: integerOrNull,
  undone_by: textOrNull,
}
const IMPORTS = `SELECT ${Object.keys(imported).join(', ')} FROM cost_imports`
const SAME = 'path = $1 AND source = $2 AND day = $3 AND key = $4'

const costSql = {
  start: query(
    `INSERT INTO cost_imports (kind, name, path, source, made_by, at, lines, usd_micros)
     VALUES ($1, $2, $3, $4, $5, $6, 0, 0) RETURNING import`,
    { import: integer },
  ),
  replace: command(`UPDATE costs SET live = 0 WHERE ${SAME} AND live = 1`),
  add: command(
    `INSERT INTO costs (import, path, source, day, key, campaign, aff_id, sub1, sub2, sub3, sub4, sub5,
       micros, currency, usd_micros, live)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, 1)`,
  ),
  addedUp: command(
    'UPDATE cost_imports SET lines = lines + $2, usd_micros = usd_micros + $3 WHERE import = $1',
  ),
  end: command('UPDATE cost_imports SET ended_at = $2 WHERE import = $1'),
  undo: command(
    'UPDATE cost_imports SET undone_at = $2, undone_by = $3 WHERE import = $1 AND undone_at IS NULL',
  ),
  liveOf: query(
    'SELECT cost, path, source, day, key FROM costs WHERE import = $1 AND live = 1 ORDER BY cost LIMIT $2',
    { cost: integer, path: text, source: text, day: integer, key: text },
  ),
  takeBack: command('UPDATE costs SET live = 0 WHERE cost = $1'),
  giveBack: command(
    `UPDATE costs SET live = 1 WHERE cost = (SELECT MAX(cost) FROM costs
       JOIN cost_imports ON cost_imports.import = costs.import AND undone_at IS NULL
       WHERE costs.path = $1 AND costs.source = $2 AND day = $3 AND key = $4)`,
  ),
  saveRate: command(
    `INSERT INTO cost_rates (currency, day, nano_usd) VALUES ($1, $2, $3)
     ON CONFLICT (currency, day) DO UPDATE SET nano_usd = excluded.nano_usd`,
  ),
  imports: query(
    ({ textsIn }) =>
      `${IMPORTS} WHERE ($1 = '[]' OR path IN ${textsIn('$1')}) AND import < $2 ORDER BY import DESC LIMIT $3`,
    imported,
  ),
  import: query(`${IMPORTS} WHERE import = $1`, imported),
  live: query(
    `SELECT cost, day, key, campaign, aff_id, sub1, sub2, sub3, sub4, sub5, micros, currency, usd_micros FROM costs
     WHERE path = $1 AND source = $2 AND day >= $3 AND day <= $4 AND (day, key) > ($5, $6) AND live = 1
     ORDER BY day, key LIMIT $7`,
    {
      cost: integer,
      day: integer,
      key: text,
      campaign: textOrNull,
      aff_id: textOrNull,
      sub1: textOrNull,
      sub2: textOrNull,
      sub3: textOrNull,
      sub4: textOrNull,
      sub5: textOrNull,
      micros: integer,
      currency: text,
      usd_micros: integer,
    },
  ),
  rates: query(
    'SELECT currency, day, nano_usd FROM cost_rates WHERE day >= $1 AND day <= $2 ORDER BY day, currency',
    {
      currency: text,
      day: integer,
      nano_usd: integer,
    },
  ),
  affiliates: query('SELECT DISTINCT aff_id FROM channels WHERE path = $1 ORDER BY aff_id', { aff_id: text }),
}

export const costNoun = {
  writes: ofRecords({
    startCostImport,
    addCosts,
    endCostImport,
    undoCostImport,
    takeBackCosts,
    saveCostRates,
  }),
  reads: { costImports, costImport, costRates },
  slowReads: { liveCosts, affiliatesOf },
  sql: costSql,
}
