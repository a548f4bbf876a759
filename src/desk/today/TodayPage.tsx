import { ActionIcon, Select } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useCallback, useEffect, useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import type { OpenOptOuts } from '../../../schemas/desk/optOuts.ts'
import type { SettleSums } from '../../../schemas/desk/settle.ts'
import type { BuyerTrouble, DaySums, Today } from '../../../schemas/desk/today.ts'
import { weekdayText } from '../../operator/days/days.ts'
import { momentText } from '../../time/momentText.ts'
import { useLoaded } from '../../operator/loading/useLoaded.ts'
import { show } from '../../operator/table/cells.ts'
import { LoadingBlock } from '../../operator/loading/LoadingBlock.tsx'
import { PlainTable } from '../list/PlainTable.tsx'
import { Card } from '../parts/Card.tsx'
import { useDesk, useMay } from '../parts/deskContext.ts'
import { LoadedPart } from '../parts/LoadedPart.tsx'
import { changeText, OUTCOME_ROWS, TODAY, TROUBLE_STEPS, TROUBLES, troubleText } from './todayScreen.ts'

/** The day so far: revenue beside the same weekday, leads by status, buyers in trouble, and what changed since yesterday. */
export function TodayPage() {
  const { inside, choices, sites } = useDesk()
  const [address, setAddress] = useSearchParams()
  const path = address.get('path')
  const [tick, setTick] = useState(0)
  const refresh = () => setTick((count) => count + 1)
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && refresh(), EVERY_MS)
    return () => clearInterval(timer)
  }, [])
  const today = useLoaded(
    useCallback(
      (signal: AbortSignal) =>
        inside<Today>({ url: '/desk/today', params: { ...(path !== null && { path }) }, signal }),
      [inside, path],
    ),
    { now: Date.now, refreshTick: tick },
  )
  const paths = choices.data?.sites ?? []
  return (
    <main className="screen today" aria-busy={today.loading}>
      <header className="today-head">
        <h1>{TODAY.title}</h1>
        <p className="card-note">{today.data && TODAY.asOf(momentText(today.data.as_of))}</p>
        {paths.length > 1 && (
          <Select
            size="xs"
            aria-label={TODAY.site}
            placeholder={TODAY.allSites}
            data={paths.map((site) => ({ value: site, label: `/${site}` }))}
            value={path}
            onChange={(chosen) => setAddress(chosen === null ? {} : { path: chosen })}
            clearable
          />
        )}
        <ActionIcon
          variant="default"
          size={30}
          aria-label={TODAY.refresh}
          title={TODAY.refresh}
          onClick={refresh}
        >
          <IconRefresh size={16} aria-hidden />
        </ActionIcon>
      </header>
      <LoadedPart of={today} failed={TODAY.failed}>
        {(data) =>
          data ? (
            <div className="today-columns" data-stale={today.loading || undefined}>
              <div>
                <Revenue today={data} />
                <Troubles troubles={data.troubles} />
              </div>
              <div>
                <InDoubt tick={tick} />
                {sites === null && <LateOptOuts tick={tick} />}
                <Leads today={data} />
                <Changes changes={data.changes} />
              </div>
            </div>
          ) : (
            <LoadingBlock height={420} />
          )
        }
      </LoadedPart>
    </main>
  )
}

const EVERY_MS = 60_000

/** The money in doubt, of all days. */
function InDoubt({ tick }: { tick: number }) {
  const { inside } = useDesk()
  const load = useCallback(
    (signal: AbortSignal) => inside<SettleSums>({ url: '/desk/settle/sum', signal }),
    [inside],
  )
  const sums = useLoaded(load, { now: Date.now, refreshTick: tick })
  return (
    <Card title={TODAY.inDoubt}>
      <LoadedPart of={sums} failed={TODAY.failed}>
        {(data) => {
          if (!data) return <LoadingBlock height={24} />
          if (data.count === 0) return <p className="one-none">{TODAY.noDoubt}</p>
          return (
            <p>
              <b>{show(data.cents, 'cents')}</b> {TODAY.entries(data.count)}{' '}
              <Link to="/settle">{TODAY.settle}</Link>
            </p>
          )
        }}
      </LoadedPart>
    </Card>
  )
}

/** Opt-outs whose deadline is near or over. */
function LateOptOuts({ tick }: { tick: number }) {
  const { inside } = useDesk()
  const load = useCallback(
    (signal: AbortSignal) => inside<OpenOptOuts>({ url: '/desk/opt-outs/open', signal }),
    [inside],
  )
  const open = useLoaded(load, { now: Date.now, refreshTick: tick })
  return (
    <Card title={TODAY.optOuts}>
      <LoadedPart of={open} failed={TODAY.failed}>
        {(data) => {
          if (!data) return <LoadingBlock height={24} />
          const urgent = data.buyers.filter(({ near }) => near > 0)
          if (urgent.length === 0) return <p className="one-none">{TODAY.noOptOut}</p>
          return urgent.map(({ buyer, near, late }) => (
            <p key={buyer}>
              <b>{buyer}</b> {TODAY.optOutsOf(near, late)}{' '}
              <Link to={`/opt-outs?${new URLSearchParams({ buyer, state: 'open' })}`}>
                {TODAY.optOutsShow}
              </Link>
            </p>
          ))
        }}
      </LoadedPart>
    </Card>
  )
}

function sumOf(sites: Today['sites'], of: 'today' | 'before_by_now' | 'before_day'): DaySums {
  const sum = (name: keyof DaySums) => sites.reduce((total, site) => total + site[of][name], 0)
  return { net_cents: sum('net_cents'), returned_cents: sum('returned_cents'), sold: sum('sold') }
}

function Revenue({ today: { sites, leads, before } }: { today: Today }) {
  const day = weekdayText(before)
  const [now, byNow, whole] = [
    sumOf(sites, 'today'),
    sumOf(sites, 'before_by_now'),
    sumOf(sites, 'before_day'),
  ]
  return (
    <Card title={TODAY.revenue}>
      <p className="today-sum">{show(now.net_cents, 'cents')}</p>
      <Difference now={now.net_cents} before={byNow.net_cents} day={day} />
      <p>
        {TODAY.whole(whole.net_cents, day)} {TODAY.sold(now.sold)}
        {now.returned_cents > 0 && `, ${TODAY.returned(now.returned_cents)}`}.
      </p>
      <p className="card-note">{TODAY.coming(leads.waiting)}</p>
      {sites.length === 0 ? (
        <p className="one-none">{TODAY.noSale}</p>
      ) : (
        <PlainTable
          title={TODAY.sites}
          columns={[TODAY.site, TODAY.net, TODAY.beforeByNow(day), TODAY.beforeDay(day), TODAY.soldTitle]}
          figures={[TODAY.net, TODAY.beforeByNow(day), TODAY.beforeDay(day), TODAY.soldTitle]}
          rows={sites.map((site) => ({
            key: site.path,
            cells: [
              `/${site.path}`,
              show(site.today.net_cents, 'cents'),
              show(site.before_by_now.net_cents, 'cents'),
              show(site.before_day.net_cents, 'cents'),
              show(site.today.sold, 'count'),
            ],
          }))}
        />
      )}
    </Card>
  )
}

/** Comparison with the same time last week, with an arrow and a sign, never by color alone. */
function Difference({ now, before, day }: { now: number; before: number; day: string }) {
  if (before <= 0) return <p>{TODAY.noneBefore(day)}</p>
  const change = now - before
  if (change === 0) return <p>{TODAY.same(day)}</p>
  const percent = `${change > 0 ? '▲ +' : '▼ −'}${show((100 * Math.abs(change)) / before, 'percent')}`
  const words = change > 0 ? TODAY.more : TODAY.less
  return <p data-change={change > 0 ? 'up' : 'down'}>{words(percent, Math.abs(change), day)}</p>
}

function Leads({ today: { leads, day } }: { today: Today }) {
  const total = Object.values(leads).reduce((sum, count) => sum + count, 0)
  const range = `from=${day}&to=${day}`
  return (
    <Card title={TODAY.leads(total)}>
      <ul className="today-rows">
        {OUTCOME_ROWS.map(({ of, word, looks, filter }) => (
          <li key={of}>
            <span className="state" data-state={looks}>
              {word}
            </span>
            <meter min={0} max={Math.max(1, total)} value={leads[of]} aria-label={word} />
            <Link to={`/leads?${range}${filter === null ? '' : `&status=${filter}`}`}>
              {show(leads[of], 'count')}
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Troubles({ troubles }: { troubles: readonly BuyerTrouble[] }) {
  const { sites } = useDesk()
  const mayManage = useMay('managesBuyers') && sites === null
  return (
    <Card title={TODAY.troubles}>
      {troubles.length === 0 && <p className="one-none">{TODAY.noTrouble}</p>}
      <ul className="today-list">
        {troubles.map((one) => (
          <li key={`${one.trouble} ${one.buyer}`}>
            <span className="state" data-state={TROUBLES[one.trouble].looks}>
              {TROUBLES[one.trouble].word}
            </span>
            <span>
              <b>{one.buyer}</b> {troubleText(one)}
            </span>
            {mayManage ? (
              <Link to={`/buyers/of/${one.buyer}`}>{TROUBLE_STEPS[one.trouble]}</Link>
            ) : (
              <Link to={`/deliveries?buyer=${one.buyer}`}>{TODAY.deliveries}</Link>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Changes({ changes }: Pick<Today, 'changes'>) {
  return (
    <Card title={TODAY.changes}>
      {changes.length === 0 && <p className="one-none">{TODAY.noChange}</p>}
      <ul className="today-list">
        {changes.map((change) => (
          <li key={`${change.kind} ${change.about} ${change.at} ${change.version}`}>
            <time>{momentText(change.at)}</time>
            <span>
              {changeText(change)} <span className="card-note">{change.by}</span>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
