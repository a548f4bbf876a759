import type { Webhook } from '../../../schemas/outgoing/webhook.ts'
import type { Store } from '../../store/store.ts'
import { WEBHOOKS_AT_MOST } from '../../store/nouns/webhooks/webhooks.ts'
import { WEBHOOK_REFUSALS } from './webhookRefusals.ts'
import { changedFields } from '../kernel/changedFields.ts'
import { hasLogin } from '../kernel/addresses.ts'
import type { Settings } from '../settings/settings.ts'
import { signingKey } from './message.ts'
import { SECRET } from './startWebhooks.ts'

/** Makes a webhook. Resolves to the key that signs its messages, which is shown only here, or to the reason it was refused. */
export async function makeWebhook(
  { store, settings }: { store: Store; settings: Pick<Settings, 'localTargets'> },
  wanted: Omit<Webhook, 'ended_at'>,
): Promise<{ key: string } | { refused: 'url' | 'name' | 'number'; sentence: string }> {
  const wrong = wanted.local && !settings.localTargets ? WEBHOOK_REFUSALS.localRefused : wrongUrl(wanted)
  if (wrong !== null) return { refused: 'url', sentence: wrong }
  const { name, made_by, made_at } = wanted
  const added = await store.addWebhook(wanted)
  if (added === 'known') return { refused: 'name', sentence: WEBHOOK_REFUSALS.known(name) }
  if (added === 'full') return { refused: 'number', sentence: WEBHOOK_REFUSALS.full(WEBHOOKS_AT_MOST) }
  await store.audit(
    { at: made_at, operator: made_by, act: 'make_webhook', about: name },
    changedFields(null, fieldsOf(wanted)),
  )
  return { key: signingKey(await store.secret(SECRET), { name, made_at }) }
}

/** False if no webhook has this name, or it was already ended. */
export async function endWebhook(
  store: Store,
  name: string,
  { at, operator }: { at: number; operator: string },
): Promise<boolean> {
  const before = (await store.webhooks()).find((webhook) => webhook.name === name)
  const isEnded = await store.endWebhook(name, at)
  const changes = before ? changedFields(fieldsOf(before), null) : []
  if (isEnded) await store.audit({ at, operator, act: 'end_webhook', about: name }, changes)
  return isEnded
}

/** Settings of a webhook, for the audit log. An address may hold a secret of the receiver. */
function fieldsOf({ url, made_by: _by, made_at: _at, name: _name, ...rest }: Omit<Webhook, 'ended_at'>) {
  return { ...rest, ended_at: undefined, host: URL.parse(url)?.host }
}

/** Reason that an address can't be posted to; null if it can. */
function wrongUrl({ url, local }: Pick<Webhook, 'url' | 'local'>): string | null {
  const read = URL.parse(url)
  if (!read || !/^https?:$/.test(read.protocol)) return WEBHOOK_REFUSALS.noAddress(url)
  if (hasLogin(url)) return WEBHOOK_REFUSALS.login
  return read.protocol === 'https:' || local ? null : WEBHOOK_REFUSALS.inTheOpen
}
