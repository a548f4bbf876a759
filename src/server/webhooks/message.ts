import { createHmac, hash } from 'node:crypto'
import type { WebhookKind } from '../../../schemas/outgoing/webhook.ts'
import type { Happened, WebhookAttempt } from '../../store/webhooks/webhookTypes.ts'

/** A message as it is posted. Source: Standard Webhooks, https://www.standardwebhooks.com. */
export interface Message {
  headers: Record<string, string>
  body: string
}

/** What signs the messages of a receiver, as it is given to whoever runs it. `secret`: the database's own; the same name made
 *  anew gets another. */
export function signingKey(secret: string, { name, made_at }: { name: string; made_at: number }): string {
  return `${KEY_PREFIX}${createHmac('sha256', secret).update(`${name} ${made_at}`).digest('base64')}`
}

const KEY_PREFIX = 'whsec_'

/** The message of an attempt. Its id is the same in every attempt, its time is that of this one: UTC epoch ms. */
export function messageOf(
  { entry, happened }: Pick<WebhookAttempt, 'entry' | 'happened'>,
  key: string,
  now: number,
): Message {
  const { kind, at } = happened
  const body = { type: TYPES[kind], timestamp: new Date(at).toISOString(), data: dataOf(happened) }
  return signed(idOf(entry, happened), body, { key, now })
}

/** One that says that a receiver is reached, and nothing else. */
export function testMessage(key: string, now: number): Message {
  const body = { type: 'test', timestamp: new Date(now).toISOString(), data: {} }
  return signed(`msg_test_${now}`, body, { key, now })
}

const TYPES: Record<WebhookKind, string> = {
  lead: 'lead.created',
  sale: 'sale.created',
  return: 'sale.returned',
}

/** Entries may be counted anew on a database that was restored: what happened is part of it. */
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

/** `timestamp`: UTC epoch seconds; `key`: as `signingKey` gives it. */
export function signatureOf(
  { id, timestamp, body }: { id: string; timestamp: number; body: string },
  key: string,
): string {
  const bytes = Buffer.from(key.slice(KEY_PREFIX.length), 'base64')
  return `v1,${createHmac('sha256', bytes).update(`${id}.${timestamp}.${body}`).digest('base64')}`
}
