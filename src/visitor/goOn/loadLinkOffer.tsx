import type { ComponentType } from 'react'
import type { Page } from '../../flow/page.ts'
import type { Wording } from '../../texts/languages/sameSentences.ts'
import { GO_ON } from '../../texts/letters.ts'
import { LinkOffer, type LinkOfferProps } from './LinkOffer.tsx'
import { requestLink, type LinkPorts } from './requestLink.ts'

/** Texts of the page here in languages other than English. */
const OTHERS: Partial<Record<string, () => Promise<{ GO_ON: Wording<typeof GO_ON> }>>> = {
  es: () => import('../../texts/spanish/spanishGoOn.ts'),
}

/** Offer of a link for a page with links that work for this many hours. */
export async function loadLinkOffer(
  page: Page,
  {
    hours,
    language,
    unique,
    ...ports
  }: LinkPorts & { hours: number; language: string; unique: () => string },
): Promise<ComponentType<LinkOfferProps>> {
  const words = (await OTHERS[language]?.())?.GO_ON ?? GO_ON
  const until = () =>
    new Date(Date.now() + hours * HOUR_MS).toLocaleString(`${language}-US`, {
      weekday: 'long',
      month: 'long',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
    })
  return (props) => (
    <LinkOffer
      {...props}
      words={words}
      until={until}
      unique={unique}
      request={(asked) => requestLink(page, ports, asked)}
    />
  )
}

const HOUR_MS = 3_600_000
