import { placesOf } from '../../flow/walk.ts'
import type { Context } from '../context.ts'

/** A sentence for every live flow that sends email where this server cannot, and for emails without a postal address, which
 *  the law asks for. No reason to refuse a start: the emails wait. */
export async function unsentMail(
  { versions, settings }: Pick<Context, 'versions' | 'settings'>,
  paths: readonly string[],
): Promise<string[]> {
  const sentences: string[] = []
  for (const path of paths) {
    const live = await versions.leading(path)
    const sends =
      live &&
      placesOf(live.flow).some(({ step }) => step.execute_actions?.some(({ name }) => name === 'send_email'))
    if (!sends) continue
    if (settings.smtpUrl === null)
      sentences.push(
        `SMTP_URL: it is unset, and the flow on /${path} sends email. What is due waits until it is set.`,
      )
    else if (settings.postalAddress === null)
      sentences.push(`POSTAL_ADDRESS: it is unset, and the law asks for it in the emails of /${path}.`)
  }
  return sentences
}
