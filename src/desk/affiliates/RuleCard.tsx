import { Button } from '@mantine/core'
import { useCallback, useState } from 'react'
import type { PayoutRule } from '../../../schemas/desk/payouts.ts'
import { Notice } from '../../operator/loading/Notice.tsx'
import { useLoaded } from '../../operator/loading/useLoaded.ts'
import { AskFirst } from '../../operator/sheets/AskFirst.tsx'
import { momentText } from '../../time/momentText.ts'
import { PlainTable } from '../list/PlainTable.tsx'
import { LIST } from '../parts/deskScreen.ts'
import { useMay } from '../parts/deskContext.ts'
import { LoadedPart } from '../parts/LoadedPart.tsx'
import type { AffiliateCalls } from './affiliateCalls.ts'
import { AFFILIATES, EVENTS, RULES, ruleSentence } from './affiliateScreen.ts'
import { NewRule } from './NewRule.tsx'

/** All payout rules; those in force can be replaced or ended. */
export function RuleCard({ calls }: { calls: AffiliateCalls }) {
  const mayManage = useMay('managesBuyers')
  const [changes, setChanges] = useState(0)
  const [asked, setAsked] = useState<'make' | { replace: PayoutRule } | { end: PayoutRule } | null>(null)
  const load = useCallback((signal: AbortSignal) => calls.rules(signal), [calls])
  const rules = useLoaded(load, { now: Date.now, refreshTick: changes })
  const close = () => {
    setAsked(null)
    setChanges((count) => count + 1)
  }
  return (
    <section className="card" aria-labelledby="rules" aria-busy={rules.loading}>
      <header className="card-head">
        <div>
          <h1 id="rules">{AFFILIATES.rules}</h1>
          <p className="card-note">{RULES.about}</p>
        </div>
        {mayManage && (
          <Button size="xs" onClick={() => setAsked('make')}>
            {RULES.make}
          </Button>
        )}
      </header>
      <LoadedPart of={rules} failed={RULES.failed}>
        {(data) =>
          data?.length === 0 ? (
            <Notice title={RULES.none}>{RULES.noneWhy}</Notice>
          ) : (
            <PlainTable
              title={AFFILIATES.rules}
              columns={[
                AFFILIATES.affiliate,
                AFFILIATES.event,
                LIST.offer,
                RULES.pays,
                AFFILIATES.made,
                AFFILIATES.actions,
              ]}
              rows={
                data?.map((rule) => ({
                  key: String(rule.rule),
                  cells: [
                    ...factsOf(rule),
                    rule.ended ? (
                      <time>{AFFILIATES.ended(momentText(rule.ended.at))}</time>
                    ) : (
                      mayManage && (
                        <span className="row-acts">
                          <Button
                            size="xs"
                            variant="default"
                            aria-label={RULES.replaceOf(rule.rule)}
                            onClick={() => setAsked({ replace: rule })}
                          >
                            {RULES.replace}
                          </Button>
                          <Button
                            size="xs"
                            variant="default"
                            aria-label={RULES.endOf(rule.rule)}
                            onClick={() => setAsked({ end: rule })}
                          >
                            {RULES.end}
                          </Button>
                        </span>
                      )
                    ),
                  ],
                })) ?? null
              }
            />
          )
        }
      </LoadedPart>
      {asked !== null && (asked === 'make' || 'replace' in asked) && (
        <NewRule add={calls.addRule} replaced={asked === 'make' ? null : asked.replace} onClose={close} />
      )}
      {asked !== null && asked !== 'make' && 'end' in asked && (
        <AskFirst
          title={RULES.endTitle(asked.end.rule)}
          note={RULES.endNote}
          act={RULES.endNow}
          onAct={() => calls.endRule(asked.end.rule)}
          onClose={close}
        />
      )}
    </section>
  )
}

function factsOf(rule: PayoutRule) {
  return [
    <span key="of" className="one-line">
      {RULES.ruleOf(rule.aff_id, rule.rule)}
    </span>,
    EVENTS[rule.event],
    rule.event === 'registration' ? '' : rule.offer || AFFILIATES.allOffers,
    <span key="pays" className="rule-words">
      {ruleSentence(rule)}
    </span>,
    <time key="made">{AFFILIATES.doneBy(rule.made.by, momentText(rule.made.at))}</time>,
  ]
}
