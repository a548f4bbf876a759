import { openPost, type Post } from './postOffice.ts'
import type { StoreAndClock } from './ports.ts'
import { NOTHING_TO_SEND, sendDue, type Outgoing, type Sending } from './sendDue.ts'

interface PostDeps extends StoreAndClock {
  settings: { smtpUrl: Parameters<typeof openPost>[0] | null; mailFrom: string | null }
}

/** Mail server's connection and the sender's address. */
export interface Mailbox extends Pick<Post, 'send'> {
  mailFrom: string
}

/** Starts sending the due entries of one outbox by email, one at a time, over a connection of their own. Without SMTP_URL nothing is sent,
 *  and they wait. `outgoingOf`: the outbox, given the mailbox. */
export async function sendByPost(
  ctx: PostDeps,
  outgoingOf: (mailbox: Mailbox) => Omit<Outgoing<Post>, 'receivers' | 'atOnce'>,
): Promise<Sending> {
  const { smtpUrl, mailFrom } = ctx.settings
  if (smtpUrl === null || mailFrom === null) return NOTHING_TO_SEND
  const post = openPost(smtpUrl)
  const sending = await sendDue(ctx, {
    receivers: async () => [post],
    atOnce: () => 1,
    ...outgoingOf({ send: post.send, mailFrom }),
  })
  return {
    wake: sending.wake,
    async stop(graceMs = 0) {
      const grace = setTimeout(post.close, graceMs)
      await sending.stop(graceMs)
      clearTimeout(grace)
      post.close()
    },
  }
}
