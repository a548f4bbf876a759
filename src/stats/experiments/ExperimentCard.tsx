import { Button } from '@mantine/core'
import {
  IconAlertOctagonFilled,
  IconCircleCheckFilled,
  IconCircleMinus,
  IconClock,
  IconInfoCircle,
  type TablerIcon,
} from '@tabler/icons-react'
import { useId, useState } from 'react'
import type { ChangeExperiment, Experiment } from '../../../schemas/reports/experiments.ts'
import { momentText } from '../../time/momentText.ts'
import { AskFirst } from '../../operator/sheets/AskFirst.tsx'
import { EXPERIMENTS } from './experimentWords.ts'
import {
  count,
  countsText,
  dayOf,
  findingOf,
  lettersOf,
  money,
  nearestOf,
  signed,
  splitText,
  type Finding,
} from './findings.ts'
import { RangeChart } from './RangeChart.tsx'

interface Props {
  experiment: Experiment
  /** Changes the experiment; undefined if the operator may not. */
  onChange: ((change: Pick<ChangeExperiment, 'change' | 'version'>) => Promise<unknown>) | undefined
}

const ICONS: Record<Finding['tone'], TablerIcon> = {
  won: IconCircleCheckFilled,
  waiting: IconClock,
  broken: IconAlertOctagonFilled,
  none: IconCircleMinus,
}

/** One experiment: the verdict as a sentence, then the figures that it follows from. */
export function ExperimentCard({ experiment, onChange }: Props) {
  const titleId = useId()
  const { path, name, days, ended_at, figures } = experiment
  const finding = findingOf(experiment)
  const Icon = ICONS[finding.tone]
  const nearest = nearestOf(figures.comparisons)
  const letters = lettersOf(experiment)
  return (
    <section className="card experiment" aria-labelledby={titleId}>
      <header className="experiment-head">
        <p className={`verdict verdict-${finding.tone}`}>
          <Icon size={16} aria-hidden />
          <strong>{finding.label}</strong>{' '}
          <span className="experiment-place">
            {ended_at === null
              ? EXPERIMENTS.place(path, name, Math.min(figures.day, days), days)
              : EXPERIMENTS.placeOver(path, name, dayOf(ended_at))}
          </span>
        </p>
        <h2 id={titleId}>
          {finding.headline}{' '}
          {finding.range !== null && <span className="verdict-range">{finding.range}</span>}
        </h2>
        <p className="experiment-note">{finding.note}</p>
        {onChange && <Changes {...{ experiment, letters, onChange }} />}
      </header>
      <ArmTable {...{ experiment, letters }} />
      {nearest && nearest.points.length > 1 && finding.tone !== 'broken' && (
        <div className="experiment-part">
          <h3>{EXPERIMENTS.chartTitle}</h3>
          <p className="card-note">{EXPERIMENTS.chartAbout(letters.get(nearest.version)!, 'A')}</p>
          <RangeChart comparison={nearest} days={days} />
        </div>
      )}
      <Checks {...{ experiment, letters }} />
    </section>
  )
}

interface PartProps {
  experiment: Experiment
  letters: Map<number, string>
}

function ArmTable({ experiment: { control, figures, name }, letters }: PartProps) {
  const { columns } = EXPERIMENTS
  const arms = figures.arms.toSorted((a, b) => letters.get(a.version)!.localeCompare(letters.get(b.version)!))
  const differenceOf = (version: number) =>
    figures.comparisons.find((one) => one.version === version)?.shown?.estimate ?? null
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="grid-scroll" tabIndex={0} role="group" aria-label={name}>
      <table className="grid list-grid">
        <thead>
          <tr>
            {Object.entries(columns).map(([key, title]) => (
              <th key={key} scope="col" className={key === 'version' ? undefined : 'right'}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {arms.map(({ version, weight, visitors, registrations, leads, net }) => {
            const difference = differenceOf(version)
            return (
              <tr key={version}>
                <th scope="row">
                  <strong>{letters.get(version)}</strong> {EXPERIMENTS.versionId(version)}
                  {version === control && <span className="experiment-control"> {EXPERIMENTS.control}</span>}
                </th>
                <td className="right">{weight}%</td>
                <td className="right">{count(visitors)}</td>
                <td className="right">{count(registrations)}</td>
                <td className="right">{count(leads)}</td>
                <td className="right">{money(net)}</td>
                <td className="right">{visitors === 0 ? '–' : money(net / visitors)}</td>
                <td className="right">{difference === null ? '–' : signed(difference)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

function Checks({ experiment, letters }: PartProps) {
  const { figures, shares, window_days, ages, cap, started_at, split_changed_at, promotes, as_of } =
    experiment
  const { split, arms } = figures
  const sumOf = (of: (arm: (typeof arms)[number]) => number) => arms.reduce((sum, arm) => sum + of(arm), 0)
  const waiting = sumOf((arm) => arm.waiting)
  const capped = sumOf((arm) => arm.capped)
  const later = sumOf((arm) => arm.later)
  const isSplitInTime = split_changed_at === null || experiment.promoted !== null
  const differing = ages.filter(({ days }) => days !== window_days)
  return (
    <div className="experiment-part">
      <h3>{EXPERIMENTS.checks}</h3>
      <ul className="checks">
        <Check
          tone={split.is_broken ? 'broken' : 'won'}
          title={split.is_broken ? EXPERIMENTS.splitBroken : EXPERIMENTS.splitFair}
        >
          {EXPERIMENTS.splitCounts(
            countsText(shares, split.visitors, letters),
            splitText(shares),
            split.p < 0.001 ? 'p < 0.001' : `p = ${Math.min(1, split.p).toFixed(2)}`,
          )}
        </Check>
        <Check tone="won" title={EXPERIMENTS.sameAge}>
          {EXPERIMENTS.window(window_days)}{' '}
          {differing.length > 0 &&
            EXPERIMENTS.ages(
              ages.map(({ offer, days }) => EXPERIMENTS.offerAge(offer, days)).join(', '),
            )}{' '}
          {waiting > 0 && EXPERIMENTS.waitingVisitors(count(waiting), waiting === 1)}
        </Check>
        {later !== 0 && (
          <Check tone="waiting" title={EXPERIMENTS.later}>
            {EXPERIMENTS.laterAmount(signed(later))}
          </Check>
        )}
        <Check tone="note" title={EXPERIMENTS.cap(money(cap))}>
          {EXPERIMENTS.capSet(dayOf(started_at), count(capped), capped === 1)}
        </Check>
        {!isSplitInTime && (
          <Check tone="waiting" title={EXPERIMENTS.changedSplit}>
            {EXPERIMENTS.changedSplitAt(momentText(split_changed_at))}
          </Check>
        )}
        {promotes && experiment.ended_at === null && (
          <Check tone="note" title={EXPERIMENTS.promotesItself}>
            {null}
          </Check>
        )}
      </ul>
      <p className="card-note">{EXPERIMENTS.asOf(momentText(as_of))}</p>
    </div>
  )
}

function Check({
  tone,
  title,
  children,
}: {
  tone: Finding['tone'] | 'note'
  title: string
  children: React.ReactNode
}) {
  const Icon = tone === 'note' ? IconInfoCircle : ICONS[tone]
  return (
    <li className={`verdict-${tone}`}>
      <Icon size={16} aria-hidden />
      <span>
        <strong>{title}</strong> {children}
      </span>
    </li>
  )
}

type Asked = { change: ChangeExperiment['change']; version?: number }

/** Buttons for what the operator can do with it now. */
function Changes({
  experiment,
  letters,
  onChange,
}: PartProps & { onChange: NonNullable<Props['onChange']> }) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const { path, ended_at, promoted, split_changed_at, figures, control } = experiment
  const isLive = split_changed_at === null
  const { winner, kind } = figures.verdict
  const best = winner ?? (kind === 'none' ? control : null)
  const ask = (change: ChangeExperiment['change'], version?: number) =>
    setAsked({ change, ...(version !== undefined && { version }) })
  const letterOf = (version: number | undefined) => letters.get(version ?? control)!
  const words =
    asked &&
    {
      stop: [EXPERIMENTS.stopTitle, EXPERIMENTS.stopNote, EXPERIMENTS.stop],
      resume: [EXPERIMENTS.resume, '', EXPERIMENTS.resume],
      promote: [
        EXPERIMENTS.promoteTitle(letterOf(asked.version), path),
        EXPERIMENTS.promoteNote,
        EXPERIMENTS.promoteNow,
      ],
      undo_promotion: [EXPERIMENTS.undoTitle, EXPERIMENTS.undoNote, EXPERIMENTS.undo],
    }[asked.change]
  return (
    <div className="experiment-changes">
      {isLive && best !== null && promoted === null && (
        <Button size="sm" onClick={() => ask('promote', best)}>
          {EXPERIMENTS.promote(letterOf(best))}
        </Button>
      )}
      {ended_at === null && (
        <Button size="sm" variant="default" onClick={() => ask('stop')}>
          {EXPERIMENTS.stop}
        </Button>
      )}
      {isLive && ended_at !== null && promoted === null && (
        <Button size="sm" variant="default" onClick={() => void onChange({ change: 'resume' })}>
          {EXPERIMENTS.resume}
        </Button>
      )}
      {promoted !== null && (
        <Button size="sm" variant="default" onClick={() => ask('undo_promotion')}>
          {EXPERIMENTS.undo}
        </Button>
      )}
      {asked && words && (
        <AskFirst
          title={words[0]!}
          note={words[1]!}
          act={words[2]!}
          onAct={() => onChange(asked)}
          onClose={() => setAsked(null)}
        />
      )}
    </div>
  )
}
