import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'

/** Way in which the vendors fail a page. `late`: they answer once told to be well again. `absent`: the connection breaks. `blocked`:
 *  refused. `throws`: the script fails as it runs. `garbage`: it gives invalid IDs. */
export type Manner = 'well' | 'late' | 'absent' | 'blocked' | 'throws' | 'garbage'

/** Stand-ins for the hosts of tracking vendors, on this machine, which do what the vendors' documents say. */
export interface StandIns {
  /** Chromium arguments that lead their hosts here, and all others nowhere. */
  browserArgs: string[]
  behave: (manner: Manner) => void
  /** Requests so far, as `host/path?query`. */
  asked: string[]
  end: () => Promise<void>
}

export const CERTIFICATE = `https://cert.trustedform.com/${'4d'.repeat(20)}`
export const LEAD_ID = '0B87C0C0-1111-4000-8000-00000000000A'
export const TRANSACTION = 'ef'.repeat(16)

export async function openStandIns(): Promise<StandIns> {
  let manner: Manner = 'well'
  let onChange = () => {}
  const asked: string[] = []
  const server = createServer(CREDENTIALS, async (request, response) => {
    const { host, pathname, search } = new URL(request.url ?? '/', `https://${request.headers.host}`)
    asked.push(host + pathname + search)
    if (manner === 'late') await new Promise<void>((resolve) => (onChange = both(onChange, resolve)))
    if (manner === 'absent') return void request.socket.destroy()
    if (manner === 'blocked') return void response.writeHead(403).end()
    const { type, body } = ANSWERS[host] ?? PIXEL
    response.writeHead(200, { 'content-type': type, 'access-control-allow-origin': '*' })
    response.end(type !== SCRIPT || manner === 'well' ? body : FAULTY[manner](body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const here = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const rules = [...HOSTS.map((host) => `MAP ${host} ${here}`), 'MAP * ~NOTFOUND', 'EXCLUDE 127.0.0.1']
  return {
    browserArgs: [`--host-resolver-rules=${rules.join(',')}`, '--ignore-certificate-errors'],
    behave: (next) => {
      manner = next
      onChange()
      onChange = () => {}
    },
    asked,
    end: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Certificate made for these stand-ins; no one trusts it, and the tests' browser doesn't check. */
const CREDENTIALS = {
  key: readFileSync(new URL('standIns/key.pem', import.meta.url)),
  cert: readFileSync(new URL('standIns/cert.pem', import.meta.url)),
}

const both = (one: () => void, other: () => void) => () => {
  one()
  other()
}

const SCRIPT = 'text/javascript'
const JSON_TYPE = 'application/json'
const PIXEL = { type: 'image/gif', body: '' }

const FAULTY: Record<Exclude<Manner, 'well' | 'absent' | 'blocked'>, (script: string) => string> = {
  late: (script) => script,
  throws: () => `throw new Error('a vendor’s own mistake')`,
  garbage: (script) =>
    script.replaceAll(CERTIFICATE, 'javascript:alert(1)').replaceAll(LEAD_ID, '<b>none</b>') +
    `;if (window.EF) EF.click = async () => ({}); if (window.Retreaver) Retreaver.Campaign = function () { this.request_number = (tags, found) => found(null) }`,
}

const ANSWERS: Record<string, { type: string; body: string }> = {
  /** Fills the fields of the forms on the page, and calls back. */
  'api.trustedform.com': {
    type: SCRIPT,
    body: `(() => {
      const name = new URL(document.currentScript.src).searchParams.get('field')
      for (const form of document.forms) {
        const field = form.elements[name] ?? form.appendChild(Object.assign(document.createElement('input'), { type: 'hidden', name }))
        field.value = '${CERTIFICATE}'
      }
      fetch('https://cdn.trustedform.com/events', { method: 'POST', body: '{}' })
      window.trustedFormStopRecording = () => fetch('https://cdn.trustedform.com/stopped', { method: 'POST' })
      window.trustedFormCertUrlCallback?.('${CERTIFICATE}')
    })()`,
  },
  /** Fills the field that must be there first; looks for its snippet. */
  'create.lidstatic.com': {
    type: SCRIPT,
    body: `document.getElementById('LeadiDscript').id && document.getElementById('LeadiDscript_campaign').id
      setTimeout(() => {
        document.getElementById('leadid_token').value = '${LEAD_ID}'
        new Image().src = 'https://create.leadid.com/noscript.gif'
      }, 100)`,
  },
  /** Takes what its queue has, sets a cookie, and reports each call with a picture. */
  'connect.facebook.net': {
    type: SCRIPT,
    body: `(() => {
      const call = (verb, ...rest) => {
        const [id, ev, , { eventID = '' } = {}] = rest
        const told = verb === 'trackSingle' ? { id, ev, eid: eventID } : { verb, what: rest.join(' ') }
        new Image().src = 'https://www.facebook.com/tr?' + new URLSearchParams(told)
      }
      document.cookie = '_fbp=fb.1.1700000000000.42; path=/'
      window.fbq.callMethod = call
      for (const held of window.fbq.queue.splice(0)) call(...held)
    })()`,
  },
  /** Takes the arguments of each call alone, as Google's tag does, and reports pages and conversions. */
  'www.googletagmanager.com': {
    type: SCRIPT,
    body: `(() => {
      const take = (call) => {
        if (Object.prototype.toString.call(call) !== '[object Arguments]') return
        const [verb, what, more = {}] = call
        const told = new URLSearchParams({ what: String(what), ...more })
        if (verb === 'event') new Image().src = 'https://googleads.g.doubleclick.net/conversion?' + told
        if (verb !== 'config' || !what.startsWith('G-')) return
        document.cookie = '_ga=GA1.1.111.222; path=/'
        fetch('https://www.google-analytics.com/g/collect?' + told)
      }
      const push = dataLayer.push.bind(dataLayer)
      dataLayer.push = (...calls) => (calls.forEach(take), push(...calls))
      for (const call of [...dataLayer]) take(call)
    })()`,
  },
  /** Takes earlier calls made through the methods of its snippet, for the account of its address. */
  'analytics.tiktok.com': {
    type: SCRIPT,
    body: `(() => {
      const id = new URL(document.currentScript.src).searchParams.get('sdkid')
      const { _i, _t, _o } = window[window.TiktokAnalyticsObject]
      if (!_i[id]._u.endsWith('/events.js') || !_t[id] || !_o[id]) throw new Error('The snippet is incomplete.')
      const tell = (method, name = '', properties, { event_id = '' } = {}) => {
        new Image().src = 'https://analytics.tiktok.com/api/v2/pixel?' + new URLSearchParams({ method, name, event_id })
      }
      for (const [method, ...given] of ttq.splice(0)) tell(method, ...given)
      for (const method of ttq.methods) ttq[method] = (...given) => tell(method, ...given)
      document.cookie = '_ttp=01TTP; path=/'
    })()`,
  },
  'www.clicks.example': {
    type: SCRIPT,
    body: `window.EF = { click: async ({ offer_id, affiliate_id, parameters, ...others }) => {
      const query = new URLSearchParams({ oid: offer_id, affid: affiliate_id, ...others, ...parameters })
      await fetch('https://www.clicks.example/sdk/click?' + query)
      return '${TRANSACTION}'
    } }`,
  },
  'dist.routingapi.com': {
    type: SCRIPT,
    body: `window.Retreaver = {
      configure: ({ host, prefix }) => (Retreaver.base = prefix + '://' + host),
      Campaign: class {
        constructor({ campaign_key }) { this.key = campaign_key }
        async request_number(tags, found) {
          const asked = await fetch(Retreaver.base + '/api/v1/numbers?&campaign_key=' + this.key, {
            method: 'POST', body: new URLSearchParams({ u: btoa(location.href), st: btoa(new URLSearchParams(tags)) }),
          })
          const { number } = await asked.json()
          found({ get: (name) => number[name] })
        }
      },
    }`,
  },
  'api.rtvrapi.com': {
    type: JSON_TYPE,
    body: JSON.stringify({ number: { number: '+18668987878', formatted_number: '(866) 898-7878' } }),
  },
}

const HOSTS = [
  ...Object.keys(ANSWERS),
  'cdn.trustedform.com',
  'create.leadid.com',
  'www.facebook.com',
  'www.google-analytics.com',
  'googleads.g.doubleclick.net',
]
