import type { Flow } from '../../../schemas/flow/flow.ts'
import { fieldOf, type Fields } from '../../flow/answers/fields.ts'
import { inLanguage } from '../../flow/languages/inLanguage.ts'
import { fatesOf, type Fate } from '../../flow/outcome.ts'
import { outcomeLines } from '../../flow/outcomeWords.ts'
import { withProduct } from '../../flow/placeholders.ts'
import type { MailAttempt } from '../../store/nouns/mails/mailTypes.ts'
import { LETTERS } from '../../texts/languages/letterSentences.ts'
import type { Versions } from '../publish/versions.ts'
import { outcomeOf, type OutcomeDeps } from '../leads/outcomeOf.ts'
import type { Settings } from '../settings/settings.ts'

/** Email address for the confirmation of a lead; null if the flow doesn't send one, mail isn't set up, or no address is known. */
export function confirmedTo(
  flow: Flow,
  fields: Fields,
  { smtpUrl }: Pick<Settings, 'smtpUrl'>,
): string | null {
  const { confirm_lead } = flow.ui_config
  const recipient = confirm_lead && smtpUrl !== null ? fieldOf(fields, confirm_lead.to) : undefined
  return typeof recipient === 'string' && recipient.includes('@') ? recipient : null
}

export interface ConfirmationDeps extends OutcomeDeps {
  versions: Versions
  settings: Settings
}

/** The confirmation email, built from the state of the leads when it is sent; until then only its address is stored. It has none of the
 *  visitor's answers, because we can't be sure whose mailbox it is. Null if the visitor has been forgotten. */
export async function confirmationOf(
  ctx: ConfirmationDeps,
  { session_uuid, path, language, at }: MailAttempt,
): Promise<Pick<MailAttempt, 'subject' | 'body'> | null> {
  const { store, versions, settings } = ctx
  const session = await store.session(session_uuid)
  // A forgotten visitor has no token left.
  if (!session || session.token_hash === '') return null
  const version = await versions.get(session.version)
  if (!version) return null
  const flow = inLanguage(version.flow, language)
  const known = await outcomeOf(ctx, session, undefined)
  const fates = [...fatesOf([], known)].filter(([, fate]) => NAMED.has(fate))
  const lines = outcomeLines(flow, new Map(fates), known.not_sold).map(
    ({ text, note }) => `- ${text} ${note}`,
  )
  const site = withProduct(flow.ui_config.site.name, settings.productName)
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'America/New_York' }).format(
    at,
  )
  const contact = settings.privacyEmail.replaceAll('{site}', path)
  const { CONFIRMATION } = LETTERS[language]
  return {
    subject: CONFIRMATION.subject(site),
    body: CONFIRMATION.body({ site, date, lines: lines.join('\n'), contact }),
  }
}

/** States of leads that a buyer has or is about to get. */
const NAMED: ReadonlySet<Fate> = new Set(['accepted', 'due', 'waiting'])
