import { startTransition, useMemo, useSyncExternalStore } from 'react'
import type { Catalog } from '../../../schemas/visitor/page.ts'
import type { FormView, LiveData, StepView } from '../../../widgets/context.ts'
import { heading } from '../../flow/form.ts'
import { fatesOf } from '../../flow/outcome.ts'
import { resultFields } from '../../flow/results.ts'
import type { TrackingIds } from '../tracking/tracker.ts'
import { linkAddress, withClick } from '../visit/linkAddress.ts'
import { useCell } from '../visit/useCell.ts'
import { usePhone } from '../visit/usePhone.ts'
import type { Answering, FilledForm, useAnswering } from './useAnswering.ts'

/** Contents of a step's three contexts. Each is the same object until something in it changes, so that only its readers render again. */

export function useStepView({ page, screen, stop, edit }: Answering, started: StepView['begun']): StepView {
  const { flow, base, path, origin, product_name } = page
  const { fields, progress, summary } = screen
  return useMemo(() => {
    const { step, offer_key } = stop
    const title = heading(flow, step, product_name)
    const { today } = origin
    return {
      flow,
      base,
      path,
      step,
      title,
      offer_key,
      today,
      begun: started,
      fields,
      progress,
      summary,
      edit,
    }
  }, [page, stop, fields, progress, summary])
}

export function useFormView(
  { page, browser }: Pick<Answering, 'page' | 'browser'>,
  { handle, values, draft }: FilledForm,
  { errors, busy, leave, waysOf }: ReturnType<typeof useAnswering>,
): FormView {
  const catalogs = useCell(browser?.catalogs, page.catalogs ?? NO_CATALOGS)
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
        if (!(year in catalogs)) queueMicrotask(() => browser?.loadCatalog(year))
        return catalogs[year]
      },
      afterPaint: (work) => browser?.afterPaint(work),
    }),
    [errors, busy, catalogs, inBrowser],
  )
}

export function useLiveData({ page, screen, stop, browser }: Answering): LiveData {
  const { fields, leads } = screen
  const ids = useCell(browser?.trackingIds, NO_IDS)
  const outcome = useCell(browser?.outcome, page.outcome)
  const phone = usePhone(page, browser)
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
            inBrowser && browser ? () => browser.linkOutId(element) : null,
          ),
        opened: () => browser?.linkOut(stop, element),
      }),
      redirectWhenSent: (inBrowser && browser?.redirectWhenSent) || null,
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
