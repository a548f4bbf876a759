import { Button, TextInput } from '@mantine/core'
import { useCallback, useState, type FormEvent } from 'react'
import type { PayoutStatement } from '../../../schemas/desk/payouts.ts'
import { Notice } from '../../operator/loading/Notice.tsx'
import { reasonOf } from '../../operator/loading/operatorCalls.ts'
import { save } from '../../operator/loading/saveFile.ts'
import { useAction } from '../../operator/loading/useAction.ts'
import { useLoaded, type Loaded } from '../../operator/loading/useLoaded.ts'
import { AskFirst } from '../../operator/sheets/AskFirst.tsx'
import { MiddleSheet } from '../../operator/sheets/Sheet.tsx'
import { SheetEnd } from '../../operator/sheets/SheetEnd.tsx'
import { show } from '../../operator/table/cells.ts'
import { momentText } from '../../time/momentText.ts'
import { PlainTable } from '../list/PlainTable.tsx'
import { LoadedPart } from '../parts/LoadedPart.tsx'
import { useMay } from '../parts/deskContext.ts'
import type { AffiliateBalance } from '../../../schemas/desk/payouts.ts'
import type { AffiliateCalls } from './affiliateCalls.ts'
import { AFFILIATES, BALANCES, STATEMENTS } from './affiliateScreen.ts'

type Step = 'approve' | 'pay' | 'discard'

/** Statements by which affiliates are paid, and their balances. */
export function StatementPart({ calls }: { calls: AffiliateCalls }) {
  const [changes, setChanges] = useState(0)
  const balances = useLoaded(
    useCallback((signal: AbortSignal) => calls.balances(signal), [calls]),
    { now: Date.now, refreshTick: changes },
  )
  const statements = useLoaded(
    useCallback((signal: AbortSignal) => calls.statements(signal), [calls]),
    { now: Date.now, refreshTick: changes },
  )
  return (
    <>
      <StatementCard {...{ calls, statements }} onChange={() => setChanges((count) => count + 1)} />
      <BalanceCard balances={balances} />
    </>
  )
}

function BalanceCard({ balances }: { balances: Loaded<AffiliateBalance[]> }) {
  const figures = [BALANCES.payable, BALANCES.held, BALANCES.open, BALANCES.paid]
  return (
    <section className="card" aria-labelledby="balances" aria-busy={balances.loading}>
      <header className="card-head">
        <h2 id="balances">{BALANCES.title}</h2>
      </header>
      <LoadedPart of={balances} failed={BALANCES.failed}>
        {(data) =>
          data?.length === 0 ? (
            <Notice title={BALANCES.none}>{BALANCES.noneWhy}</Notice>
          ) : (
            <PlainTable
              title={BALANCES.title}
              columns={[AFFILIATES.affiliate, ...figures]}
              figures={figures}
              rows={
                data?.map(({ aff_id, payable_cents, held_cents, open_cents, paid_cents }) => ({
                  key: aff_id,
                  cells: [
                    aff_id,
                    ...[payable_cents, held_cents, open_cents, paid_cents].map((cents) =>
                      show(cents, 'cents'),
                    ),
                  ],
                })) ?? null
              }
            />
          )
        }
      </LoadedPart>
    </section>
  )
}

function StatementCard({
  calls,
  statements,
  onChange,
}: {
  calls: AffiliateCalls
  statements: Loaded<PayoutStatement[]>
  onChange: () => void
}) {
  const mayManage = useMay('managesBuyers')
  const [isMaking, setMaking] = useState(false)
  const [asked, setAsked] = useState<{ step: Step; of: PayoutStatement } | null>(null)
  const [failure, setFailure] = useState('')
  const close = () => {
    setMaking(false)
    setAsked(null)
    onChange()
  }
  const download = (load: () => Promise<Blob>, name: string) => {
    setFailure('')
    load().then(
      (file) => save(file, name),
      (error: unknown) => setFailure(reasonOf(error)),
    )
  }
  return (
    <section className="card" aria-labelledby="statements" aria-busy={statements.loading}>
      <header className="card-head">
        <div>
          <h1 id="statements">{AFFILIATES.statements}</h1>
          <p className="card-note">{STATEMENTS.about}</p>
          <p className="card-note" role="status">
            {failure}
          </p>
        </div>
        {mayManage && (
          <Button size="xs" onClick={() => setMaking(true)}>
            {STATEMENTS.make}
          </Button>
        )}
      </header>
      <LoadedPart of={statements} failed={STATEMENTS.failed}>
        {(data) =>
          data?.length === 0 ? (
            <Notice title={STATEMENTS.none}>{STATEMENTS.noneWhy}</Notice>
          ) : (
            <PlainTable
              title={AFFILIATES.statements}
              columns={[
                STATEMENTS.statement,
                AFFILIATES.affiliate,
                STATEMENTS.period,
                STATEMENTS.total,
                STATEMENTS.state,
                AFFILIATES.actions,
              ]}
              figures={[STATEMENTS.total]}
              rows={
                data?.map((one) => ({
                  key: String(one.statement),
                  cells: [
                    one.statement,
                    one.aff_id,
                    <span key="days" className="one-line">
                      {STATEMENTS.days(one.from_day, one.to_day)}
                    </span>,
                    show(one.cents, 'cents'),
                    <StateWords key="state" {...one} />,
                    <span key="acts" className="row-acts">
                      {mayManage &&
                        STEPS[one.state].map((step) => (
                          <Act
                            key={step}
                            name={STATEMENTS[step]}
                            of={one.statement}
                            onAct={() => setAsked({ step, of: one })}
                          />
                        ))}
                      <Act
                        name={STATEMENTS.pdf}
                        of={one.statement}
                        onAct={() =>
                          download(() => calls.pdf(one.statement), `statement-${one.statement}.pdf`)
                        }
                      />
                      <Act
                        name={STATEMENTS.csv}
                        of={one.statement}
                        onAct={() =>
                          download(
                            () => calls.payoutsCsv({ statement: one.statement }),
                            `statement-${one.statement}.csv`,
                          )
                        }
                      />
                    </span>,
                  ],
                })) ?? null
              }
            />
          )
        }
      </LoadedPart>
      {isMaking && <NewStatementSheet add={calls.addStatement} onClose={close} />}
      {asked?.step === 'approve' && (
        <AskFirst
          title={STATEMENTS.approveTitle(asked.of.statement)}
          note={STATEMENTS.approveNote(asked.of.aff_id, show(asked.of.cents, 'cents'))}
          act={STATEMENTS.approveNow}
          onAct={() => calls.approve(asked.of.statement)}
          onClose={close}
        />
      )}
      {asked?.step === 'discard' && (
        <AskFirst
          title={STATEMENTS.discardTitle(asked.of.statement)}
          note={STATEMENTS.discardNote}
          act={STATEMENTS.discardNow}
          onAct={() => calls.discard(asked.of.statement)}
          onClose={close}
        />
      )}
      {asked?.step === 'pay' && <PaySheet of={asked.of} pay={calls.pay} onClose={close} />}
    </section>
  )
}

/** Steps that a statement can take next. */
const STEPS: Readonly<Record<PayoutStatement['state'], readonly Step[]>> = {
  draft: ['approve', 'discard'],
  approved: ['pay', 'discard'],
  paid: [],
  discarded: [],
}

function StateWords({ state, made, approved, paid, reference }: PayoutStatement) {
  const { by, at } = paid ?? approved ?? made
  return (
    <>
      <span className="state" data-state={state === 'paid' ? 'accepted' : state}>
        {STATEMENTS.states[state]}
      </span>{' '}
      <time className="card-note">{AFFILIATES.doneBy(by, momentText(at))}</time>
      {reference && <span className="card-note"> · {reference}</span>}
    </>
  )
}

function Act({ name, of, onAct }: { name: string; of: number; onAct: () => void }) {
  return (
    <Button size="xs" variant="default" aria-label={STATEMENTS.of(name, of)} onClick={onAct}>
      {name}
    </Button>
  )
}

function NewStatementSheet({ add, onClose }: { add: AffiliateCalls['addStatement']; onClose: () => void }) {
  const [wanted, setWanted] = useState({ aff_id: '', from_day: '', to_day: '' })
  const [isAsked, setAsked] = useState(false)
  const { isBusy, failure, run } = useAction()
  const aff_id = wanted.aff_id.trim()
  const send = (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    if (aff_id !== '' && wanted.from_day !== '' && wanted.to_day !== '')
      void run(() => add({ ...wanted, aff_id }).then(onClose))
  }
  return (
    <MiddleSheet opened onClose={onClose} title={STATEMENTS.makeTitle}>
      <form onSubmit={send} noValidate>
        <TextInput
          label={AFFILIATES.affiliate}
          error={isAsked && aff_id === '' && AFFILIATES.affiliateWrong}
          value={wanted.aff_id}
          data-autofocus
          onChange={({ currentTarget }) => setWanted({ ...wanted, aff_id: currentTarget.value })}
        />
        <div className="rule-line">
          <TextInput
            label={STATEMENTS.from}
            type="date"
            error={isAsked && wanted.from_day === ''}
            value={wanted.from_day}
            onChange={({ currentTarget }) => setWanted({ ...wanted, from_day: currentTarget.value })}
          />
          <TextInput
            label={STATEMENTS.to}
            type="date"
            error={isAsked && wanted.to_day === ''}
            value={wanted.to_day}
            onChange={({ currentTarget }) => setWanted({ ...wanted, to_day: currentTarget.value })}
          />
        </div>
        <p className="card-note">{STATEMENTS.toAbout}</p>
        <SheetEnd failure={failure} onCancel={onClose}>
          <Button type="submit" loading={isBusy}>
            {STATEMENTS.makeNow}
          </Button>
        </SheetEnd>
      </form>
    </MiddleSheet>
  )
}

interface PayProps {
  of: PayoutStatement
  pay: AffiliateCalls['pay']
  onClose: () => void
}

function PaySheet({ of, pay, onClose }: PayProps) {
  const [reference, setReference] = useState('')
  const { isBusy, failure, run } = useAction()
  return (
    <MiddleSheet opened onClose={onClose} title={STATEMENTS.payTitle(of.statement)}>
      <p>
        {show(of.cents, 'cents')} · {of.aff_id}. {STATEMENTS.payNote}
      </p>
      <TextInput
        label={STATEMENTS.reference}
        description={STATEMENTS.referenceAbout}
        maxLength={200}
        value={reference}
        data-autofocus
        onChange={({ currentTarget }) => setReference(currentTarget.value)}
      />
      <SheetEnd failure={failure} onCancel={onClose}>
        <Button
          loading={isBusy}
          onClick={() => void run(() => pay(of.statement, reference.trim()).then(onClose))}
        >
          {STATEMENTS.payNow}
        </Button>
      </SheetEnd>
    </MiddleSheet>
  )
}
