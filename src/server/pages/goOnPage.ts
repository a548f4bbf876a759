import type { FastifyReply, FastifyRequest } from 'fastify'
import { asksNothing } from '../../flow/progress.ts'
import { standingOf } from '../../flow/judge.ts'
import { fatesOf } from '../../flow/outcome.ts'
import { outcomeLines } from '../../flow/outcomeWords.ts'
import { inLanguage } from '../../flow/languages/inLanguage.ts'
import { LETTERS } from '../../texts/languages/letterSentences.ts'
import type { Wording } from '../../texts/languages/sameSentences.ts'
import type { GO_ON_PAGE } from '../../texts/letters.ts'
import type { Version } from '../../store/nouns/versions/versionTypes.ts'
import type { Random, StoreAndClock } from '../kernel/ports.ts'
import { legalSite, readLegalStyle, sendDocument, sendNotFound } from './legalDocument.ts'
import { outcomeOf, type OutcomeDeps } from '../leads/outcomeOf.ts'
import { GO_ON_PARAMETER } from '../mail/goOnLink.ts'
import { nextToken } from '../visitors/token.ts'
import { digestOf } from '../kernel/digests.ts'
import { inTurn, type Visitor, type Visitors } from '../visitors/visitors.ts'
import { escaped } from '../kernel/escaped.ts'
import { isOwnForm } from './press.ts'
import {
  asWished,
  heldVisit,
  holdVisit,
  optOutOf,
  preferredLanguage,
  siteOf,
  type SiteDeps,
} from '../visitors/visit.ts'

export interface GoOnPageDeps extends StoreAndClock, SiteDeps, OutcomeDeps {
  visitors: Visitors
  random: Random
}

/** The page with one button that a mailed link opens. Link scanners open it, and some press the button. So a press takes the visit from
 *  no one: it also hands it to this browser, as often as the link is pressed within its hours. The next browser that answers continues
 *  the visit, and the others can still take it back. The page doesn't reveal if such a visit exists. */
export function goOnPages(ctx: GoOnPageDeps) {
  const css = readLegalStyle()
  const { settings, now } = ctx

  const show = async (
    request: FastifyRequest,
    reply: FastifyReply,
    { say, of }: { say: (words: Words, home: string) => Said; of?: Version },
  ) => {
    const live = of ? null : await siteOf(ctx, request)
    const version = of ?? (live && asWished(live, request))
    if (!version) return sendNotFound(reply, css, preferredLanguage(request))
    reply.headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
    const site = legalSite(version, settings)
    const home = `/${site.addressOf(site.path, site.language)}`
    const { title, main } = say(LETTERS[site.language].GO_ON_PAGE, home)
    // Only the host, because the address holds the link, but a form still has to say where it comes from.
    return sendDocument(reply, { site, css, title, main, now: now(), referrer: 'strict-origin' })
  }
  const gone = (request: FastifyRequest, reply: FastifyReply) =>
    show(request, reply.code(410), {
      say: (words, home) => ({
        title: words.gone,
        main: `<p class="lead">${words.goneLead}</p>
<p><a href="${home}">${words.begin}</a></p>`,
      }),
    })

  return {
    /** Shows the page with the button. */
    ask: async (request: FastifyRequest, reply: FastifyReply, link: string) =>
      LINK.test(link)
        ? show(request, reply, {
            say: (words) => ({
              title: words.title,
              main: `<p class="lead">${words.lead}</p>
<form method="post" class="request"><input type="hidden" name="${GO_ON_PARAMETER}" value="${link}">
<p>${words.private}</p>
<button>${words.button}</button></form>`,
            }),
          })
        : gone(request, reply),

    /** Hands the visit over to this browser, unless the browser has it. If nothing is left to answer, the browser only gets the result. */
    take: async (request: FastifyRequest, reply: FastifyReply, link: string) => {
      const link_hash = digestOf(link)
      const session_uuid = isOwnForm(request) ? await ctx.store.linkedSession(link_hash, now()) : null
      const visitor = session_uuid === null ? null : await ctx.visitors.find(session_uuid)
      const version = visitor && (await ctx.versions.get(visitor.session.version))
      if (!visitor || !version) return gone(request, reply)
      return inTurn(visitor, async () => {
        const { flow } = version
        const { origin, steps, uuid, path } = visitor.session
        const { current } = standingOf({ flow, origin }, steps)
        if (!current || asksNothing(current.step))
          return show(request, reply, await outcome(request, visitor, version))
        const held = await heldVisit(ctx, request, path)
        if (held?.visitor.session.uuid !== uuid) {
          const token = nextToken(ctx.random, uuid)
          const handed = { session_uuid: uuid, link_hash, token_hash: digestOf(token), at: now() }
          if (!(await ctx.store.handOver(handed))) return gone(request, reply)
          holdVisit(request, reply, { path, token })
        }
        return reply.redirect(`/${path}`, 303)
      })
    },
  }

  /** Result for the visitor's leads, in the language of their visit. */
  async function outcome(request: FastifyRequest, { session }: Visitor, written: Version) {
    const flow = inLanguage(written.flow, session.language)
    const known = await outcomeOf(ctx, session, optOutOf(request))
    const lines = outcomeLines(flow, fatesOf([], known), known.not_sold)
    const say = (words: Words, home: string) => ({
      title: words.ended,
      main: `<p class="lead">${words.endedLead}</p>
<ul>${lines.map(({ text, note }) => `<li><strong>${escaped(text)}</strong> ${escaped(note)}</li>`).join('\n')}</ul>
<p><a href="${home}">${words.begin}</a></p>`,
    })
    return { say, of: { ...written, flow } }
  }
}

type Words = Wording<typeof GO_ON_PAGE>

interface Said {
  title: string
  /** Markup. */
  main: string
}

/** Holds 256 bits in base64url. */
const LINK = /^[\w-]{43}$/
