import { createHmac, hash } from 'node:crypto'
import type { WebhookKind } from '../../../schemas/outgoing/webhook.ts'
import type { Happened, WebhookAttempt } from '../../store/nouns/webhooks/webhookTypes.ts'

/** A message to post. Source: Standard Webhooks, https://www.standardwebhooks.com. */
export interface Message {
  headers: Record<string, string>
  body: string
}

/** Key that signs a receiver's messages, as given to its owner. `secret`: the database's own. A name that is used again gets another
 *  key. */
export function signingKey(secret: string, { name, made_at }: { name: string; made_at: number }): string {
  return `${KEY_PREFIX}${createHmac('sha256', secret).update(`${name} ${made_at}`).digest('base64')}`
}

const KEY_PREFIX = 'whsec_'

/** The message of an attempt. Its ID is the same in every attempt; its time is that of this attempt, UTC epoch ms. */
export function messageOf(
  { entry, happened }: Pick<WebhookAttempt, 'entry' | 'happened'>,
  key: string,
  now: number,
): Message {
  const { at } = happened
  const body = { type: typeOf(happened), timestamp: new Date(at).toISOString(), data: dataOf(happened) }
  return signed(idOf(entry, happened), body, { key, now })
}

/** A test message, which only shows that a receiver can be reached. */
export function testMessage(key: string, now: number): Message {
  const body = { type: 'test', timestamp: new Date(now).toISOString(), data: {} }
  return signed(`msg_test_${now}`, body, { key, now })
}

const TYPES: Record<WebhookKind, string> = {
  lead: 'lead.created',
  sale: 'sale.created',
  return: 'sale.returned',
}

function typeOf({ kind, isAdjustment, isReversal }: Happened): string {
  if (isReversal) return 'sale.reversed'
  return isAdjustment ? 'sale.adjusted' : TYPES[kind]
}

/** A restored database may reuse entry numbers, so the event itself is part of the ID. */
function idOf(entry: number, { session_uuid, kind, offer, at }: Happened): string {
  return `msg_${hash('sha256', [entry, session_uuid, kind, offer, at].join(' ')).slice(0, 32)}`
}

function dataOf({ kind, session_uuid, offer, version, path, aff_id, sub1, lead, ...sale }: Happened) {
  const { source: buyer, external_id, cents } = sale
  return {
    session_uuid,
    path,
    version,
    offer,
    aff_id,
    sub1,
    ...(kind === 'lead' ? lead && { lead } : { buyer, external_id, cents, currency: 'USD' }),
  }
}

function signed(id: string, content: object, { key, now }: { key: string; now: number }): Message {
  const body = JSON.stringify(content)
  const timestamp = Math.floor(now / 1000)
  return {
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signatureOf({ id, timestamp, body }, key),
    },
    body,
  }
}

/** `timestamp`: UTC epoch seconds; `key`: from `signingKey`. */
export function signatureOf(
  { id, timestamp, body }: { id: string; timestamp: number; body: string },
  key: string,
): string {
  const bytes = Buffer.from(key.slice(KEY_PREFIX.length), 'base64')
  return `v1,${createHmac('sha256', bytes).update(`${id}.${timestamp}.${body}`).digest('base64')}`
}
