import { startTransition, useMemo, useSyncExternalStore } from 'react'
import type { Catalog } from '../../../schemas/visitor/page.ts'
import type { FormView, LiveData, StepView } from '../../../widgets/context.ts'
import { fatesOf } from '../../flow/outcome.ts'
import { resultFields } from '../../flow/results.ts'
import type { TrackingIds } from '../tracking/tracker.ts'
import { linkAddress, withClick } from '../visit/linkAddress.ts'
import { useCell } from '../visit/useCell.ts'
import { usePhone } from '../visit/usePhone.ts'
import type { Answering, FilledForm, useAnswering } from './useAnswering.ts'

/** Contents of a step's three contexts. Each is the same object until something in it changes, so that only its readers render again. */

export function useStepView({ page, scene, stop }: Answering, started: StepView['begun']): StepView {
  const { flow, path, origin } = page
  const { fields, progress } = scene
  return useMemo(() => {
    const { step, offer_key } = stop
    return { flow, path, step, offer_key, today: origin.today, begun: started, fields, progress }
  }, [page, stop, fields, progress])
}

export function useFormView(
  { world }: Pick<Answering, 'world'>,
  { handle, values, draft }: FilledForm,
  { errors, busy, leave, waysOf }: ReturnType<typeof useAnswering>,
): FormView {
  const catalogs = useCell(world?.catalogs, NO_CATALOGS)
  const inBrowser = useInBrowser()
  return useMemo(
    () => ({
      errors,
      // Buttons that need a script.
      ways: inBrowser ? Object.fromEntries(Object.keys(errors).map((field) => [field, waysOf(field)])) : {},
      busy,
      choose: (field, value) => {
        values.current = { ...values.current, [field]: value }
        // Matters only if the step stays; a step that leaves is not rendered again for it.
        startTransition(() => handle.current?.setField(field, value))
      },
      leave,
      partialInput: draft.partialInput,
      catalog: (year) => {
        if (!(year in catalogs)) queueMicrotask(() => world?.loadCatalog(year))
        return catalogs[year]
      },
      afterPaint: (work) => world?.afterPaint(work),
    }),
    [errors, busy, catalogs, inBrowser],
  )
}

export function useLiveData({ page, scene, stop, world }: Answering): LiveData {
  const { fields, leads } = scene
  const ids = useCell(world?.trackingIds, NO_IDS)
  const outcome = useCell(world?.outcome, page.outcome)
  const phone = usePhone(world)
  const inBrowser = useInBrowser()
  return useMemo(() => {
    const fates = fatesOf(leads, outcome)
    return {
      known: { ...fields, ...resultFields(page.flow, fates) },
      fates,
      notSold: outcome?.not_sold ?? null,
      isOutcomeKnown: outcome !== null || !inBrowser,
      phone,
      buyerPage: (buyer) =>
        outcome?.leads.find((lead) => lead.buyer === buyer && lead.redirect !== undefined)?.redirect,
      linkOut: (element, link = element.link ?? null) => ({
        href:
          link &&
          linkAddress(
            { ...element, link },
            withClick(page, ids),
            stop,
            inBrowser && world ? () => world.linkOutId(element) : null,
          ),
        opened: () => world?.linkOut(stop, element),
      }),
      takeAway: (inBrowser && world?.takeAway) || null,
    }
  }, [page, stop, fields, leads, ids, outcome, phone, inBrowser])
}

/** False on the server, and while React hydrates. */
function useInBrowser(): boolean {
  return useSyncExternalStore(NEVER, yes, no)
}

const NEVER = () => () => {}
const [yes, no] = [() => true, () => false]
const NO_CATALOGS: Readonly<Record<string, Catalog | null>> = {}
export const NO_IDS: TrackingIds = {}
