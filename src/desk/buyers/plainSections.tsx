import { Checkbox, Select, TextInput } from '@mantine/core'
import type { Buyer } from '../../../schemas/buyer/buyer.ts'
import type { CapUse, KnownBuyer } from '../../../schemas/desk/buyers.ts'
import type { Path } from '../../author/complete/cursor.ts'
import { clockOrDay } from '../../time/localTime.ts'
import { show } from '../../operator/table/cells.ts'
import { AmountField } from './AmountField.tsx'
import { EDITOR } from './buyerScreen.ts'
import { zoneOf, type BuyerDocument } from './buyerSentence.ts'
import { MEMBERS, SYSTEMS, type Section } from './buyerWords.ts'
import { ObjectSection, type DocumentForm } from './ObjectSection.tsx'
import { cityOf } from './weekHours.ts'

/** Sections of the editor that are plain fields. */

export interface SectionProps {
  /** `buyers/<buyer>`. */
  at: Path
  document: BuyerDocument
  form: Omit<DocumentForm, 'isShown'>
  /** Leads and money that count toward its caps now; null for a buyer that was never saved. */
  used: Record<Per, CapUse> | null
  now: number
}

/** A buyer as the editor opens it. */
export type OpenBuyer = KnownBuyer & Pick<SectionProps, 'used'>

type Per = 'hour' | 'day' | 'month'

/** Ways to read and change one member, with its problems. */
export function memberOf({ at, document, form }: SectionProps, ...place: readonly (string | number)[]) {
  const value = place.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>)[key] : undefined,
    document,
  )
  return {
    value,
    isReadOnly: form.isReadOnly,
    problems: form.problems.get([...at, ...place].join('/')),
    onChange: (next: unknown) => form.onChange([...at, ...place], next),
  }
}

/** Members of a section that rjsf shows. */
export function Members({
  section,
  except = [],
  ...props
}: SectionProps & { section: Section; except?: string[] }) {
  const { at, document, form } = props
  const isShown = (member: string) => {
    const words = MEMBERS[member as keyof Buyer]
    if (words?.section !== section || except.includes(member)) return false
    const isFor = words.systems?.includes(document['format'] as Buyer['format']) ?? true
    return isFor || document[member] !== undefined
  }
  return <ObjectSection at={at} form={{ ...form, isShown }} />
}

export function ConnectionSection(props: SectionProps) {
  const system = memberOf(props, 'format')
  const isEmail = system.value === 'email'
  return (
    <>
      <Select
        className="buyer-system"
        label={MEMBERS.format.label}
        size="sm"
        allowDeselect={false}
        withAsterisk
        data={Object.entries(SYSTEMS).map(([value, label]) => ({ value, label }))}
        value={String(system.value)}
        readOnly={system.isReadOnly}
        onChange={(value) => value !== null && system.onChange(value)}
      />
      {isEmail && <MailField {...props} />}
      <Members
        {...props}
        section="connection"
        except={['format', 'local', 'honors_key', ...(isEmail ? ['url'] : [])]}
      />
      <Tick {...props} member="honors_key" />
      {!isEmail && <Tick {...props} member="local" />}
    </>
  )
}

/** Address of a buyer that gets leads by email. */
function MailField(props: SectionProps) {
  const { value, isReadOnly, problems, onChange } = memberOf(props, 'url')
  return (
    <TextInput
      className="buyer-system"
      label={EDITOR.mailLabel}
      description={EDITOR.mailAbout}
      type="email"
      size="sm"
      withAsterisk
      autoComplete="off"
      readOnly={isReadOnly}
      error={problems?.join(' ')}
      value={String(value).startsWith('mailto:') ? String(value).slice('mailto:'.length) : ''}
      onChange={({ currentTarget }) => onChange(`mailto:${currentTarget.value.trim()}`)}
    />
  )
}

/** Something that is on or off, and off if it isn't there. */
export function Tick({ member, ...props }: SectionProps & { member: 'local' | 'test' | 'honors_key' }) {
  const { value, isReadOnly, problems, onChange } = memberOf(props, member)
  const { label, about } = MEMBERS[member]
  return (
    <Checkbox
      label={label}
      description={about}
      size="sm"
      disabled={isReadOnly}
      checked={value === true}
      error={problems?.join(' ')}
      onChange={({ currentTarget }) => onChange(currentTarget.checked || undefined)}
    />
  )
}

export function PriceSection(props: SectionProps) {
  return (
    <>
      <div className="buyer-row">
        {(['price', 'max_price'] as const).map((member) => {
          const { value, ...field } = memberOf(props, member)
          return (
            <AmountField
              key={member}
              {...field}
              label={MEMBERS[member].label}
              about={MEMBERS[member].about}
              of="dollars"
              value={value as string | undefined}
            />
          )
        })}
      </div>
      <Members {...props} section="price" except={['price', 'max_price']} />
    </>
  )
}

type Cap = NonNullable<Buyer['caps']>[number]
type Most = Pick<Cap, 'leads' | 'dollars'>

const PERIODS = ['hour', 'day', 'month'] as const

/** The tightest limits of each period: all caps of a buyer apply. */
function capsByPeriod(caps: readonly Cap[]): Record<Per, Most> {
  const of = (wanted: Per) => {
    const own = caps.filter(({ per }) => per === wanted)
    const leads = own.flatMap((cap) => cap.leads ?? []).toSorted((a, b) => Number(a) - Number(b))[0]
    const dollars = own.flatMap((cap) => cap.dollars ?? []).toSorted((a, b) => Number(a) - Number(b))[0]
    return { ...(leads !== undefined && { leads }), ...(dollars !== undefined && { dollars }) }
  }
  return { hour: of('hour'), day: of('day'), month: of('month') }
}

/** Caps by hour, day, and month, each beside what counts toward it now. */
export function CapsSection(props: SectionProps) {
  const { document, used, now, form, at } = props
  const caps = memberOf(props, 'caps')
  const all = capsByPeriod((caps.value as Cap[] | undefined) ?? [])
  const city = cityOf(zoneOf(document))
  function change(per: Per, most: Partial<Record<keyof Most, unknown>>): void {
    const next = PERIODS.flatMap((one) => {
      const merged = { ...all[one], ...(one === per && most) }
      const given = Object.entries(merged).filter(([, value]) => value !== undefined)
      return given.length > 0 ? { per: one, ...Object.fromEntries(given) } : []
    })
    caps.onChange(next.length > 0 ? next : undefined)
  }
  const wrong = [...form.problems].flatMap(([place, found]) =>
    place.startsWith(`${[...at, 'caps'].join('/')}`) ? found : [],
  )
  return (
    <>
      {wrong.map((problem) => (
        <p key={problem} role="alert" className="form-wrong">
          {problem}
        </p>
      ))}
      <div className="buyer-caps">
        {PERIODS.map((per) => (
          <div key={per} className="buyer-cap" role="group" aria-label={EDITOR.period[per]}>
            <span className="buyer-cap-name" aria-hidden="true">
              {EDITOR.period[per]}
            </span>
            {(['leads', 'dollars'] as const).map((what) => (
              <AmountField
                key={what}
                label={EDITOR.capLabel(EDITOR[what], EDITOR.period[per])}
                hidesLabel
                placeholder={EDITOR[what]}
                of={what === 'leads' ? 'count' : 'dollars'}
                value={all[per][what]}
                isReadOnly={caps.isReadOnly}
                onChange={(value) => change(per, { [what]: value })}
              />
            ))}
            {used && (
              <CapUsage
                used={used[per]}
                most={all[per]}
                resets={[used[per].resets_at, zoneOf(document), now]}
                city={city}
              />
            )}
          </div>
        ))}
      </div>
      <p className="form-about">{EDITOR.hourAbout}</p>
      <WaitField {...props} reason="full" label={EDITOR.fullWait} />
    </>
  )
}

function CapUsage({
  used: { leads, cents },
  most,
  resets,
  city,
}: {
  used: CapUse
  most: Most
  resets: [at: number, zone: string, now: number]
  city: string
}) {
  const shares = [
    most.leads === undefined ? 0 : leads / most.leads,
    most.dollars === undefined ? 0 : cents / (Number(most.dollars) * 100),
  ]
  const share = Math.min(1, Math.max(...shares.filter(Number.isFinite), 0))
  const hasCap = most.leads !== undefined || most.dollars !== undefined
  const said = [
    most.leads === undefined
      ? most.dollars === undefined && EDITOR.usedLeads(leads)
      : EDITOR.ofCap(show(leads, 'count'), show(most.leads, 'count')),
    most.dollars !== undefined && EDITOR.ofCap(show(cents, 'cents'), show(Number(most.dollars), 'dollars')),
  ]
  return (
    <div className="buyer-used">
      <p>
        {share >= 1 && <b>{EDITOR.full} </b>}
        {said.filter(Boolean).join(', ')}, {EDITOR.resets(clockOrDay(...resets), city)}
      </p>
      {hasCap && (
        <span className="buyer-meter" aria-hidden="true">
          <span style={{ width: `${share * 100}%` }} />
        </span>
      )}
    </div>
  )
}

/** Hours that a lead waits for the buyer to take leads again. */
export function WaitField({
  reason,
  label,
  ...props
}: SectionProps & { reason: 'full' | 'closed' | 'paused'; label: string }) {
  const wait = memberOf(props, 'wait_hours')
  const all = (wait.value as Record<string, number> | undefined) ?? {}
  return (
    <AmountField
      label={label}
      about={EDITOR.waitAbout}
      of="count"
      placeholder="24"
      value={all[reason]}
      isReadOnly={wait.isReadOnly}
      problems={memberOf(props, 'wait_hours', reason).problems}
      onChange={(hours) => {
        const { [reason]: _, ...others } = all
        const next = hours === undefined ? others : { ...others, [reason]: hours }
        wait.onChange(Object.keys(next).length > 0 ? next : undefined)
      }}
    />
  )
}
