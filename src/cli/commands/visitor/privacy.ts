import type { PrivacyAnswer } from '../../../../schemas/commands/visitors.ts'
import type { PrivacyRequest } from '../../../../schemas/kernel/privacy.ts'
import { forgetPerson } from '../../../store/nouns/privacy/findSessions.ts'
import type { Store } from '../../../store/store.ts'
import { forgottenSessions } from '../../../server/jobs/forgottenSessions.ts'
import { command, countOf, type CommandContext } from '../../kernel/command.ts'
import { misuse, refusal } from '../../kernel/failure.ts'
import { unknownPath } from '../../kernel/unknownPath.ts'
import { personOf } from '../../kernel/personOf.ts'
import { counted } from '../../words/report.ts'
import { settingsOf, withKeptStore } from '../../kernel/withStore.ts'
import { visible } from '../../words/visible.ts'

export const privacy = command('privacy', {
  summary: 'List privacy requests, answer one, opt someone out, or erase them',
  usage: '[answer REQUEST TEXT | opt-out | forget]',
  about:
    'opt-out and forget need --email, --phone, or both, and log the request. forget removes everything that identifies the person from their sessions. Nothing of theirs is sold afterward. Counts and revenue stay. A running server follows within a second. Backups still contain the person. The ones next to the database are listed.',
  examples: [
    'leadloom privacy',
    'leadloom privacy opt-out --phone "(512) 555-2368" --path my-site',
    'leadloom privacy forget --email ann@example.com --path my-site',
    'leadloom privacy answer 12 "Copy sent on March 3"',
  ],
  options: {
    email: { type: 'string', value: 'EMAIL', about: "The person's email address." },
    phone: { type: 'string', value: 'PHONE', about: "The person's phone number." },
    path: { type: 'string', value: 'PATH', about: 'The site the request is about.' },
    limit: { type: 'string', value: 'N', about: 'How many requests to list, newest first.', default: '50' },
  },
  environment: [['DATA_DIR', 'The folder of the embedded database.']],
  async run({ values, positionals }, ctx) {
    const [verb = 'list', ...rest] = positionals
    const act = Object.hasOwn(VERBS, verb) ? VERBS[verb] : undefined
    if (!act) throw misuse(`Unknown verb "privacy ${verb}". Use answer, opt-out, or forget, or none to list.`)
    const limit = countOf(values.limit, '--limit')
    return withKeptStore(ctx, async (store) => {
      const { path } = values
      const paths = path === undefined ? [] : await store.paths()
      if (path !== undefined && !paths.includes(path)) throw unknownPath(path, paths)
      const forgotten = await act(store, { ...values, rest, ctx })
      const requests = await store.privacyRequests({ limit })
      const data = { requests, forgotten, copies: verb === 'forget' ? await copies(ctx) : [] }
      return { exit: 0, data, words: words(visible(data)) }
    })
  },
})

interface ErasureRequest {
  email: string | undefined
  phone: string | undefined
  path: string | undefined
  rest: string[]
  ctx: CommandContext
}

const VERBS: Record<string, (store: Store, asked: ErasureRequest) => Promise<string[]>> = {
  list: async () => [],

  async answer(store, { rest: [request, ...text], ctx }) {
    if (request === undefined || text.length === 0) throw misuse('Use privacy answer REQUEST TEXT.')
    if (!(await store.answerPrivacyRequest(countOf(request, 'REQUEST'), text.join(' '), ctx.now())))
      throw refusal('no_open_request', `No open request ${request}.`)
    return []
  },

  async 'opt-out'(store, asked) {
    await log(store, 'do_not_sell', asked)
    return []
  },

  async forget(store, asked) {
    const person = personOf(asked)
    const request = await log(store, 'delete', asked)
    const { forgotten } = await forgetPerson(store, person)
    await store.answerPrivacyRequest(request, forgottenSessions(forgotten.length), asked.ctx.now())
    return forgotten
  },
}

async function copies(ctx: CommandContext): Promise<string[]> {
  const { copiesOf } = await import('../../../server/main.ts')
  return copiesOf(await settingsOf(ctx))
}

function log(store: Store, kind: PrivacyRequest['kind'], asked: ErasureRequest): Promise<number> {
  const { path = '', ctx } = asked
  return store.privacyRequest({ kind, path, manner: 'operator', ...personOf(asked), at: ctx.now() })
}

function words({ requests, forgotten, copies }: PrivacyAnswer): string[] {
  return [
    ...(forgotten.length > 0 ? [`Erased ${counted(forgotten.length, 'session')}.`] : []),
    ...copies.map((copy) => `${copy} still contains the person. Delete it when you no longer need it.`),
    ...requests.map(({ request, kind, path, email, phone, at, state, answer }) =>
      [request, kind, path, email, phone, new Date(at).toISOString(), answer ?? state.replace('_', ' ')]
        .filter((word) => word !== null && word !== '')
        .join('  '),
    ),
    `${counted(requests.length, 'request')}.`,
  ]
}
