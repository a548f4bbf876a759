import type { CostProblem, CostSummary as Summary } from '../../../schemas/desk/costs.ts'
import { show } from '../../operator/table/cells.ts'
import { FileNotes } from '../returns/FileColumns.tsx'
import { TableInPages } from '../returns/TableInPages.tsx'
import { COSTS } from './costScreen.ts'

/** Changes that a file makes or made, or the lines for which it can't be imported. */
export function CostSummary({ summary }: { summary: Summary }) {
  const { problems, problem_count, notes, sums, from, to, changes, added, replaced } = summary
  const money = sums.map(({ currency, amount, dollars }) =>
    COSTS.sum(show(amount, 'average'), currency, show(dollars, 'dollars')),
  )
  const isDone = summary.import !== null
  const sentence =
    problem_count > 0
      ? COSTS.problems(problem_count)
      : added + replaced === 0
        ? COSTS.nothing
        : [
            ...(isDone ? [COSTS.done] : []),
            `${COSTS.changes(isDone, summary)}. ${money.join(' + ')}, ${COSTS.days(from ?? '', to ?? '')}.`,
          ].join(' ')
  return (
    <>
      <p role="status" className="return-sum">
        {sentence}
      </p>
      <FileNotes notes={notes} />
      {problem_count > 0 ? (
        <CostProblems problems={problems} />
      ) : (
        changes.length > 0 && (
          <TableInPages
            title={COSTS.preview_title}
            columns={[COSTS.day, COSTS.words, COSTS.before, COSTS.after, COSTS.currency]}
            figures={[COSTS.before, COSTS.after]}
            rows={changes}
            cellsOf={({ day, words, before, after, currency }) => [
              day,
              words,
              show(before, 'average'),
              show(after, 'average'),
              currency,
            ]}
          />
        )
      )}
    </>
  )
}

/** Lines that can't be read, with what to do. */
export function CostProblems({ problems }: { problems: readonly CostProblem[] }) {
  return (
    <TableInPages
      title={COSTS.problem_title}
      columns={[COSTS.line, COSTS.problem]}
      figures={[]}
      rows={problems}
      cellsOf={({ line, column, problem }) => [
        line,
        `${column === null ? '' : COSTS.column(column)}${problem}`,
      ]}
    />
  )
}
