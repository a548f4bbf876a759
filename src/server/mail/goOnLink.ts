import type { Flow } from '../../../schemas/flow/flow.ts'
import type { MailAttempt } from '../../store/nouns/mails/mailTypes.ts'
import type { Random, StoreAndClock } from '../kernel/ports.ts'
import type { Settings } from '../settings/settings.ts'
import type { Site } from './letter.ts'
import { digestOf } from '../kernel/digests.ts'
import { HOUR_MS } from '../../time/durations.ts'

/** Placeholder for the link in the body of an email. */
export const LINK = '{{link}}'

/** URL parameter that holds the key to a visit. */
export const GO_ON_PARAMETER = 'go_on'

/** True if visitors of a flow may ask for a link. */
export function mailsLinks(flow: Flow, { smtpUrl }: Pick<Settings, 'smtpUrl'>): boolean {
  return flow.ui_config.come_back !== undefined && smtpUrl !== null
}

export interface LinkDeps extends StoreAndClock {
  settings: Settings
  random: Random
}

/** Puts a new link into the body. It is stored only as a hash, so that people who can read the database or the outgoing mail queue can't
 *  use it. An email that is sent again has a different link. Null if the visitor has been forgotten. */
export async function withLink(
  { store, settings, random, now }: LinkDeps,
  { session_uuid, path, body }: MailAttempt,
  { url, language }: Pick<Site, 'url' | 'language'>,
): Promise<string | null> {
  const token = random(TOKEN_BYTES).toString('base64url')
  const at = now()
  const link = { token_hash: digestOf(token), session_uuid, expires_at: at + settings.goOnHours * HOUR_MS }
  if (!(await store.keepLink(link, at))) return null
  return body.replace(LINK, `${url}/${path}?${GO_ON_PARAMETER}=${token}${language && `&${language}`}`)
}

const TOKEN_BYTES = 32
