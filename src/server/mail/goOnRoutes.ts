import { LINKS_PER_SESSION } from '../../store/nouns/sessions/goOnLinks.ts'
import { inLanguage } from '../../flow/languages/inLanguage.ts'
import { withProduct } from '../../flow/placeholders.ts'
import { tidyWord } from '../../flow/kernel/text.ts'
import { REFUSALS } from '../kernel/callRefusals.ts'
import { LETTERS } from '../../texts/languages/letterSentences.ts'
import type { Budgets } from '../limits/budgets.ts'
import type { Checks } from '../outside/externalChecks.ts'
import type { Settings } from '../settings/settings.ts'
import type { StoreAndClock, DueSignals } from '../kernel/ports.ts'
import type { Versions } from '../publish/versions.ts'
import type { Handlers } from '../calls.ts'
import { refusal } from '../kernel/problem.ts'
import { MAIL_BYTES } from '../limits/limits.ts'
import { LINK, mailsLinks } from './goOnLink.ts'

interface GoOnDeps extends StoreAndClock {
  settings: Settings
  versions: Versions
  budgets: Budgets
  checks: Checks
  signals: DueSignals
}

/** Route by which a visitor asks for a link to continue elsewhere. The address is used only for that; it isn't an answer, and no buyer
 *  gets it. */
export function goOn(ctx: GoOnDeps) {
  return {
    'POST /api/sessions/go-on-link': async ({ body: { id, email }, visitor: { session }, request }) => {
      const { settings, versions, store, budgets } = ctx
      const version = await versions.get(session.version)
      if (!version || !mailsLinks(version.flow, settings)) throw refusal(404, REFUSALS.noLinks)
      if (session.steps.length === 0) throw refusal(422, REFUSALS.linkTooEarly)
      const recipient = tidyWord(email)
      if (!(await ctx.checks.email(recipient)).valid)
        throw refusal(422, REFUSALS.notMailed, { field: 'email' })
      const { GO_ON_MAIL } = LETTERS[session.language]
      const { site } = inLanguage(version.flow, session.language).ui_config
      const name = withProduct(site.name, settings.productName)
      const mail = {
        id,
        recipient,
        subject: GO_ON_MAIL.subject(name),
        body: GO_ON_MAIL.body(name, LINK, GO_ON_MAIL.lasts(settings.goOnHours)),
      }
      budgets.spend(request.ip, 'visitors', MAIL_BYTES + JSON.stringify(mail).length)
      if (!(await store.askForLink(session.uuid, mail, ctx.now())))
        throw refusal(422, REFUSALS.sessionLinks(LINKS_PER_SESSION))
      ctx.signals.emit('mail')
    },
  } satisfies Partial<Handlers>
}
