import {
  ActionIcon,
  Button,
  Checkbox,
  Fieldset,
  NumberInput,
  SegmentedControl,
  Select,
  TextInput,
} from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useState, type FormEvent, type ReactNode } from 'react'
import type { NewPayoutRule, PayoutCap, PayoutEvent, PayoutRule } from '../../../schemas/desk/payouts.ts'
import { useAction } from '../../operator/loading/useAction.ts'
import { MiddleSheet } from '../../operator/sheets/Sheet.tsx'
import { SheetEnd } from '../../operator/sheets/SheetEnd.tsx'
import { LIST } from '../parts/deskScreen.ts'
import { centsIn } from '../returns/returnScreen.ts'
import type { AffiliateCalls } from './affiliateCalls.ts'
import { AFFILIATES, EVENTS, PERS, RULES, ruleSentence } from './affiliateScreen.ts'

interface Props {
  add: AffiliateCalls['addRule']
  /** Rule in force to replace; null for a new one. */
  replaced: PayoutRule | null
  onClose: () => void
}

interface TypedTier {
  from: string
  dollars: string
  percent: string
}
interface TypedCap {
  per: PayoutCap['per']
  conversions: string
  dollars: string
}

/** Form for a payout rule, with the rule in words below it. */
export function NewRule({ add, replaced, onClose }: Props) {
  const [affiliate, setAffiliate] = useState(replaced?.aff_id ?? '')
  const [offer, setOffer] = useState(replaced?.offer ?? '')
  const [event, setEvent] = useState<PayoutEvent>(replaced?.event ?? 'sale')
  const [tiers, setTiers] = useState(replaced ? typedTiers(replaced) : [NO_TIER])
  const [caps, setCaps] = useState(replaced ? typedCaps(replaced) : [])
  const [hold, setHold] = useState(replaced?.hold_days ?? 0)
  const [clawBack, setClawBack] = useState(replaced?.claw_back ?? true)
  const [isAsked, setAsked] = useState(false)
  const { isBusy, failure, run } = useAction()
  const terms = termsOf(tiers, caps, event)
  const rule: NewPayoutRule | null = terms && {
    aff_id: affiliate.trim(),
    offer: event === 'registration' ? '' : offer.trim(),
    event,
    terms,
    hold_days: hold,
    claw_back: clawBack,
  }
  const send = (submitted: FormEvent) => {
    submitted.preventDefault()
    setAsked(true)
    if (rule === null || rule.aff_id === '') return
    void run(() => add({ ...rule, ...(replaced && { replaces: replaced.rule }) }).then(onClose))
  }
  const isFixed = replaced !== null
  return (
    <MiddleSheet
      opened
      onClose={onClose}
      size="lg"
      title={replaced ? RULES.replaceTitle(replaced.rule) : RULES.makeTitle}
    >
      <form onSubmit={send} noValidate>
        <TextInput
          label={AFFILIATES.affiliate}
          description={AFFILIATES.affiliateAbout}
          error={isAsked && affiliate.trim() === '' && AFFILIATES.affiliateWrong}
          value={affiliate}
          readOnly={isFixed}
          data-autofocus={!isFixed || undefined}
          onChange={({ currentTarget }) => setAffiliate(currentTarget.value)}
        />
        <SegmentedControl
          aria-label={AFFILIATES.event}
          mt="sm"
          fullWidth
          disabled={isFixed}
          value={event}
          onChange={(chosen) => setEvent(chosen as PayoutEvent)}
          data={Object.entries(EVENTS).map(([value, label]) => ({ value, label }))}
        />
        {event !== 'registration' && (
          <TextInput
            label={LIST.offer}
            description={AFFILIATES.offerAbout}
            placeholder={AFFILIATES.allOffers}
            mt="sm"
            value={offer}
            readOnly={isFixed}
            onChange={({ currentTarget }) => setOffer(currentTarget.value)}
          />
        )}
        <Lines
          legend={RULES.tiers}
          lines={tiers}
          onChange={setTiers}
          added={NO_TIER}
          least={1}
          add={RULES.addTier}
          remove={RULES.removeTier}
        >
          {(tier, change, i) => (
            <>
              {tiers.length > 1 && (
                <TextInput
                  label={RULES.from}
                  inputMode="numeric"
                  readOnly={i === 0}
                  value={i === 0 ? '1' : tier.from}
                  onChange={({ currentTarget }) => change({ from: currentTarget.value })}
                />
              )}
              <TextInput
                label={RULES.fixed}
                inputMode="decimal"
                leftSection="$"
                value={tier.dollars}
                onChange={({ currentTarget }) => change({ dollars: currentTarget.value })}
              />
              {event === 'sale' && (
                <TextInput
                  label={RULES.share}
                  inputMode="decimal"
                  rightSection="%"
                  value={tier.percent}
                  onChange={({ currentTarget }) => change({ percent: currentTarget.value })}
                />
              )}
            </>
          )}
        </Lines>
        <Lines
          legend={RULES.caps}
          lines={caps}
          onChange={setCaps}
          added={NO_CAP}
          least={0}
          add={RULES.addCap}
          remove={RULES.removeCap}
        >
          {(cap, change) => (
            <>
              <Select
                label={RULES.per}
                allowDeselect={false}
                data={Object.entries(PERS).map(([value, label]) => ({ value, label }))}
                value={cap.per}
                onChange={(per) => change({ per: per as PayoutCap['per'] })}
              />
              <TextInput
                label={RULES.capConversions}
                inputMode="numeric"
                value={cap.conversions}
                onChange={({ currentTarget }) => change({ conversions: currentTarget.value })}
              />
              <TextInput
                label={RULES.capAmount}
                inputMode="decimal"
                leftSection="$"
                value={cap.dollars}
                onChange={({ currentTarget }) => change({ dollars: currentTarget.value })}
              />
            </>
          )}
        </Lines>
        <NumberInput
          label={RULES.hold}
          description={RULES.holdAbout}
          mt="sm"
          min={0}
          max={365}
          allowDecimal={false}
          value={hold}
          onChange={(days) => setHold(Number(days))}
        />
        {event !== 'registration' && (
          <Checkbox
            mt="md"
            label={RULES.clawBack}
            description={RULES.clawBackAbout}
            checked={clawBack}
            onChange={({ currentTarget }) => setClawBack(currentTarget.checked)}
          />
        )}
        <p className="rule-preview" role="status">
          {rule ? ruleSentence(rule) : RULES.wrongAmounts}
        </p>
        <SheetEnd failure={failure} onCancel={onClose}>
          <Button type="submit" loading={isBusy}>
            {replaced ? RULES.replaceNow : RULES.makeNow}
          </Button>
        </SheetEnd>
      </form>
    </MiddleSheet>
  )
}

interface LinesProps<Line> {
  legend: string
  lines: readonly Line[]
  onChange: (lines: Line[]) => void
  added: Line
  /** Number of lines that can't be removed. */
  least: number
  add: string
  remove: (number: number) => string
  children: (line: Line, change: (changed: Partial<Line>) => void, i: number) => ReactNode
}

/** Lines of fields that can be added and removed. */
function Lines<Line>({ legend, lines, onChange, added, least, add, remove, children }: LinesProps<Line>) {
  return (
    <Fieldset legend={legend} variant="unstyled" mt="md" className="rule-lines">
      {lines.map((line, i) => (
        // oxlint-disable-next-line react/no-array-index-key
        <div key={i} className="rule-line">
          {children(
            line,
            (changed) => onChange(lines.map((one, at) => (at === i ? { ...one, ...changed } : one))),
            i,
          )}
          {i >= least && (
            <ActionIcon
              variant="default"
              size={36}
              aria-label={remove(i + 1)}
              onClick={() => onChange(lines.filter((_, at) => at !== i))}
            >
              <IconX size={16} aria-hidden />
            </ActionIcon>
          )}
        </div>
      ))}
      <Button size="compact-sm" variant="default" mt="xs" onClick={() => onChange([...lines, added])}>
        {add}
      </Button>
    </Fieldset>
  )
}

const NO_TIER: TypedTier = { from: '', dollars: '', percent: '' }
const NO_CAP: TypedCap = { per: 'day', conversions: '', dollars: '' }

const dollarsOf = (cents: number | null) => (cents === null || cents === 0 ? '' : (cents / 100).toFixed(2))

function typedTiers({ terms }: NewPayoutRule): TypedTier[] {
  return terms.tiers.map(({ from, cents, share_bp }) => ({
    from: String(from),
    dollars: dollarsOf(cents),
    percent: share_bp === 0 ? '' : String(share_bp / 100),
  }))
}

function typedCaps({ terms }: NewPayoutRule): TypedCap[] {
  return terms.caps.map(({ per, conversions, cents }) => ({
    per,
    conversions: conversions === null ? '' : String(conversions),
    dollars: dollarsOf(cents),
  }))
}

/** Terms as typed; null if something isn't an amount. */
function termsOf(
  tiers: readonly TypedTier[],
  caps: readonly TypedCap[],
  event: PayoutEvent,
): NewPayoutRule['terms'] | null {
  const cents = (typed: string) => (typed.trim() === '' ? 0 : centsIn(typed))
  const terms = {
    tiers: tiers.map(({ from, dollars, percent }, i) => ({
      from: i === 0 ? 1 : wholeIn(from),
      cents: cents(dollars),
      share_bp: event === 'sale' ? shareIn(percent) : 0,
    })),
    caps: caps.map(({ per, conversions, dollars }) => ({
      per,
      conversions: conversions.trim() === '' ? null : (wholeIn(conversions) ?? NaN),
      cents: dollars.trim() === '' ? null : (centsIn(dollars) ?? NaN),
    })),
  }
  const numbers = [...terms.tiers, ...terms.caps].flatMap((line) => Object.values(line).slice(-2))
  const isWrong =
    numbers.some((number) => Number.isNaN(number)) ||
    terms.tiers.some((tier) => Object.values(tier).includes(null))
  return isWrong ? null : (terms as NewPayoutRule['terms'])
}

function wholeIn(typed: string): number | null {
  return /^[1-9]\d{0,6}$/.test(typed.trim()) ? Number(typed) : null
}

function shareIn(typed: string): number | null {
  const plain = typed.trim().replace(/%$/, '')
  if (plain === '') return 0
  const isShare = /^\d{1,3}(\.\d{1,2})?$/.test(plain) && Number(plain) <= 100
  return isShare ? Math.round(Number(plain) * 100) : null
}
