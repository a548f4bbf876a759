import papaparse from 'papaparse'
import type { Buyer } from '../../../schemas/buyer/buyer.ts'
import { BYTE_ORDER_MARK, safeCsv } from '../../rows/spreadsheetText.ts'
import type { CopyAttempt, SoldLead } from '../../store/nouns/copies/leadCopies.ts'
import { COPY_MAIL } from '../../texts/buyerLetters.ts'
import { daysText } from '../../time/localTime.ts'
import { DateTime } from 'luxon'
import { mapped } from '../delivery/formats/format.ts'
import type { Letter } from '../mail/letter.ts'

/** Email with the leads of a period as a CSV file, or with a note if there are none. Its subject and text say nothing of a person. */
export function copyLetter(
  { recipient, key, ...period }: CopyAttempt,
  { leads, isCut }: { leads: readonly SoldLead[]; isCut: boolean },
  { buyer, mailFrom }: { buyer: Buyer; mailFrom: string },
): Letter {
  const days = daysText(period)
  const text = [COPY_MAIL.text(leads.length, days, period.zone), ...(isCut ? [COPY_MAIL.cut] : [])].join('\n')
  const day = DateTime.fromMillis(period.from, { zone: period.zone }).toISODate()
  return {
    from: mailFrom,
    to: { name: '', address: recipient },
    subject: COPY_MAIL.subject(days),
    text: `${text}\n`,
    messageId: `<${key}@${mailFrom.replace(/^.*@|>.*$/g, '')}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
    ...(leads.length > 0 && {
      attachments: [
        {
          filename: `leads-${day}.csv`,
          contentType: 'text/csv; charset=utf-8',
          content: BYTE_ORDER_MARK + safeCsv(papaparse.unparse, rowsOf(leads, buyer, period.zone)),
        },
      ],
    }),
  }
}

/** Rows with our columns, and one for each member that any of the leads has, by the buyer's names. */
function rowsOf(leads: readonly SoldLead[], buyer: Buyer, zone: string): (string | number)[][] {
  const members = leads.map(({ lead, aff_id: affId, key }) => mapped({ lead, affId, key }, buyer))
  const names = [...new Set(members.flatMap((own) => Object.keys(own)))]
  return [
    [...COPY_MAIL.columns, ...names],
    ...leads.map(({ key, at, cents }, i) => [
      key,
      // With the name of the zone, no spreadsheet takes it for a date and shows another text.
      DateTime.fromMillis(at, { zone, locale: 'en-US' }).toFormat('yyyy-MM-dd HH:mm:ss ZZZZ'),
      cents / 100,
      ...names.map((name) => members[i]![name] ?? ''),
    ]),
  ]
}
