import type { DeskChoices } from '../../../schemas/desk/leads.ts'
import { LIST } from '../parts/deskScreen.ts'
import type { ChoiceFilter } from './ListTools.tsx'
import type { List } from './useList.ts'

type Filters = List<unknown>['filters']

/** Filter of a list by site; none if there is only one. */
export function siteChoice(
  { sites = [] }: Partial<DeskChoices>,
  changes: ChoiceFilter['changes'],
): ChoiceFilter[] {
  if (sites.length < 2) return []
  return [
    {
      name: 'path',
      label: LIST.site,
      data: sites.map((path) => ({ value: path, label: `/${path}` })),
      changes,
    },
  ]
}

/** Filters of a list by site and offer. An offer's key may exist on several sites, so an offer is chosen with its site. */
export function offerChoices(choices: Partial<DeskChoices>, filters: Filters): ChoiceFilter[] {
  const { offers = [], sites = [] } = choices
  const { path, offer } = filters
  const shown = offers.filter((one) => path === undefined || one.path === path)
  const isOfSeveral = new Set(shown.map((one) => one.path)).size > 1
  return [
    // Another site has other offers.
    ...siteChoice(choices, (path) => ({ path, offer: null })),
    {
      name: 'offer',
      label: LIST.offer,
      data: shown.map(({ path, offer, name }) => ({
        value: `${offer}@${path}`,
        label: `${name || offer}${isOfSeveral ? ` · /${path}` : ''}`,
      })),
      value: offer === undefined ? null : `${offer}@${path ?? sites[0] ?? ''}`,
      changes(chosen) {
        if (chosen === null) return { offer: null }
        const at = chosen.indexOf('@')
        return { offer: chosen.slice(0, at), path: chosen.slice(at + 1) }
      },
    },
  ]
}

/** Filter of a list by buyer. */
export function buyerChoice({ buyers = [] }: Partial<DeskChoices>): ChoiceFilter {
  return { name: 'buyer', label: LIST.buyer, data: buyers.map((buyer) => ({ value: buyer, label: buyer })) }
}
