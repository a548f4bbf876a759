import type { Outgoing, OutgoingAsked, OutgoingLine } from '../../../../schemas/desk/outgoing.ts'
import type { MailState } from '../../../../schemas/buyer/buyer.ts'
import type { Listed } from '../../kernel/outboxes.ts'
import type { OfSites } from '../../kernel/ofSites.ts'
import type { Rule } from '../../kernel/statement.ts'
import { listCopies } from '../copies/leadCopies.ts'
import { listMails } from '../mails/mails.ts'
import { listPixelEvents } from '../pixels/pixelEvents.ts'

/** A page of emails, of events for ad vendors, or of copies of leads. */
export interface OutgoingPage {
  rows: OutgoingLine[]
  next: string | null
}

/** `entry`: only that one. */
export type OutgoingWanted = Omit<OutgoingAsked, 'path'> & OfSites & { entry?: number | undefined }

/** A page of emails, of events for ad vendors, or of copies of leads, newest first. */
function* outgoingList({ what, before, ...wanted }: OutgoingWanted): Rule<OutgoingPage> {
  const found = yield* LISTS[what]({
    ...wanted,
    before: before === undefined ? undefined : Number(before),
    limit: A_PAGE + 1,
  })
  const rows = found.slice(0, A_PAGE)
  return { rows, next: found.length > A_PAGE ? String(rows.at(-1)!.entry) : null }
}

const A_PAGE = 50

const LISTS: Record<Outgoing, (wanted: Listed<MailState>) => Rule<OutgoingLine[]>> = {
  *mail(wanted) {
    return (yield* listMails(wanted)).map((mail) => ({
      vendor: '',
      account: '',
      name: '',
      period: null,
      ...mail,
    }))
  },
  *pixel(wanted) {
    return (yield* listPixelEvents(wanted)).map((event) => ({ period: null, ...event }))
  },
  copy: listCopies,
}

export const outgoingNoun = {
  slowReads: { outgoingList },
}
