import { describe, expect, test } from 'vitest'
import type { Flow } from '../../schemas/flow/flow.ts'
import { flowTexts } from '../../src/flow/languages/flowTexts.ts'
import { compileValidators } from '../../src/server/publish/compileValidators.ts'
import { BUILT } from './built.ts'
import { refused, running, submission, wrapped } from './running.ts'
import { MAIL, SMALL_FLOW } from './smallFlow.ts'

const NOW = 1_800_000_000_000
const [TEXT, IN_SPANISH] = ['By pressing “Get help” I agree.', 'Al presionar “Pedir ayuda”, acepto.']

/** Flow that asks for the email, beside a consent; it stores the lead and sends an email. */
const ASKING: Flow = {
  ...SMALL_FLOW,
  constants_config: {
    questions: {
      ...SMALL_FLOW.constants_config.questions,
      agree: { label: 'Agree', answers: { text: { backend_field_name: 'tcpa', backend_field_value: TEXT } } },
    },
  },
  ui_config: {
    ...SMALL_FLOW.ui_config,
    offers: {
      claim: {
        name: 'Claim',
        real: true,
        design: 'plain',
        steps: [
          {
            name: 'mail',
            execute_actions: [
              { name: 'send_lead' },
              { name: 'send_email', email: { to: 'email', subject: 'Your list', text: 'Here it is.' } },
            ],
            questions: [
              {
                type: 'input',
                widget: 'text',
                question_key: 'mail',
                answer_id: 'value',
                validations: { local: [{ name: 'required' }, { name: 'email' }] },
              },
              { type: 'container', widget: 'consent', question_key: 'agree', answer_id: 'text' },
              { type: 'submit', text: 'Get help' },
            ],
          },
        ],
      },
      thanks: SMALL_FLOW.ui_config.offers['thanks']!,
    },
  },
}
const words = Object.fromEntries(flowTexts(ASKING).map(({ text }) => [text, `${text} (es)`]))
const FLOW: Flow = {
  ...ASKING,
  ui_config: {
    ...ASKING.ui_config,
    languages: { default: 'en', es: { ...words, [TEXT]: IN_SPANISH, 'Get help': 'Pedir ayuda' } },
  },
}

const agreed = (raw_data: string) => ({
  ...MAIL,
  answers: [...MAIL.answers, { question_key: 'agree', answer_key: 'text', raw_data }],
})

async function speaking(flow = FLOW) {
  const server = await running({ env: { DEFAULT_SITE: 'asking' }, folders: BUILT, now: () => NOW })
  const version = { style: '', icons: {}, validators: compileValidators(flow), at: NOW }
  const number = await server.store.publish({ path: 'asking', flow, ...version })
  const step = async (body: object, session?: Awaited<ReturnType<typeof server.open>>) => {
    const by = session ?? (await server.open({ path: 'asking' }))
    const sent = await server.send(wrapped('POST /api/sessions/step', submission(by, body), by.token))
    return { sent, session: by }
  }
  return { ...server, number, step }
}

describe('the page', () => {
  test.each([
    ['what the address asks for', '/asking?lang=es', 'en', 'es'],
    ['what the browser asks for', '/asking', 'es-MX,es;q=0.9', 'es'],
    ['English where nothing is said', '/asking', '', 'en'],
  ])('is in %s, and varies by it', async (_, url, accepted, language) => {
    const { send, number } = await speaking()
    const { body, headers } = await send({ url, headers: { 'accept-language': accepted } })
    expect(body).toContain(`<html lang="${language}">`)
    expect(body).toContain(`/main/flows/${number}.2.${language}.json`)
    expect(body.includes('Pedir ayuda')).toBe(language === 'es')
    expect(String(headers['vary'])).toContain('accept-language')
    const [other, name] = language === 'es' ? ['en', 'English'] : ['es', 'Español']
    expect(body).toContain(`<a href="?lang=${other}" lang="${other}" hrefLang="${other}">`)
    expect(body).toContain(`</svg>${name}</a>`)
  })

  test('has our own sentences in it, and loads those for its scripts, while an English one loads none', async () => {
    const { send } = await speaking()
    const { body } = await send({ url: '/asking?lang=es' })
    expect(body).toContain('JavaScript está desactivado en su navegador.')
    expect(body).toMatch(/<script data-notice="El resto de esta página[^"]*" data-notice-chosen=/)
    expect(body).toMatch(/<link rel="modulepreload" href="[^"]*spanishSentences/)
    expect((await send({ url: '/asking?lang=en' })).body).not.toMatch(/spanish|El resto/)
  })

  test('stays in it until the visitor switches, in the same session', async () => {
    const { send, store } = await speaking()
    const first = await send({ url: '/asking?lang=es' })
    const cookie = String(first.headers['set-cookie']).split(';')[0]!
    const uuid = /"uuid":"([^"]+)"/.exec(first.body)![1]!
    const language = async (url: string) =>
      /<html lang="(..)">/.exec((await send({ url, headers: { cookie, 'accept-language': 'en' } })).body)![1]
    expect(await language('/asking')).toBe('es')
    expect(await language('/asking?lang=en')).toBe('en')
    expect(await language('/asking')).toBe('en')
    expect(await language('/asking?lang=fr')).toBe('en')
    expect((await store.session(uuid))?.language).toBe('en')
    const [row] = await store.report('visits-by-affiliate', { path: 'asking', from: 0, to: NOW })
    expect(row?.page_visits).toBe(1)
  })

  test('of a site in one language is in that language and offers no other', async () => {
    const { send } = await speaking(ASKING)
    const { body, headers } = await send({ url: '/asking?lang=es' })
    expect(body).toContain('<html lang="en">')
    expect(body).not.toContain('hrefLang')
    expect(String(headers['vary'])).not.toContain('accept-language')
  })
})

describe('an answer', () => {
  test('gives the consent that was shown, in its language, and the email is in that language', async () => {
    const { step, store } = await speaking()
    const { sent, session } = await step({ ...agreed(IN_SPANISH), language: 'es' })
    expect(sent.statusCode, sent.body).toBe(204)
    expect(await store.consents(session.uuid)).toMatchObject([{ text: IN_SPANISH, decision: 'agreed' }])
    expect((await store.session(session.uuid))?.steps).toMatchObject([
      { language: 'es', answers: [{}, { raw_data: IN_SPANISH }] },
    ])
    expect(await store.beginMail(1, NOW)).toMatchObject({
      subject: 'Your list (es)',
      body: 'Here it is. (es)',
    })
  })

  test('given before a switch is still accepted after it', async () => {
    const { step, send, store } = await speaking()
    const page = await send({ url: '/asking?lang=es' })
    const cookie = String(page.headers['set-cookie']).split(';')[0]!
    await send({ url: '/asking?lang=en', headers: { cookie } })
    const [, uuid, token] = /"session":\{"uuid":"([^"]+)","token":"([^"]+)"/.exec(page.body)!
    const session = { uuid: uuid!, token: token!, version: 1, click_ref: '' }
    const { sent } = await step({ ...agreed(IN_SPANISH), language: 'es' }, session)
    expect(sent.statusCode, sent.body).toBe(204)
    expect((await store.session(uuid!))?.language).toBe('en')
  })

  test.each([
    ['whose consent is that of another language', { ...agreed(TEXT), language: 'es' }],
    ['whose consent is in another language than it says', agreed(IN_SPANISH)],
  ])('%s is refused', async (_, body) => {
    const { step } = await speaking()
    expect((await step(body)).sent.statusCode).toBe(422)
  })

  test('in a language that the flow doesn’t have is refused', async () => {
    const { step } = await speaking(ASKING)
    const { sent } = await step({ ...agreed(TEXT), language: 'es' })
    expect([sent.statusCode, refused(sent).detail]).toEqual([
      422,
      "The session's flow isn't translated into 'es'.",
    ])
  })
})

test('a flow is served in one of its languages, without the others', async () => {
  const { send, number } = await speaking()
  const [own, spanish] = await Promise.all(
    ['', '?form=2&lang=es'].map(async (query) =>
      (await send({ url: `/api/flows/${number}${query}` })).json<Flow>(),
    ),
  )
  expect(own!.ui_config.languages).toEqual({ default: 'en', es: {} })
  expect(spanish!.ui_config.languages).toEqual({ default: 'es', en: {} })
  expect(spanish!.constants_config.questions['mail']?.label).toBe('Your email? (es)')
  expect((await send({ url: `/api/flows/${number}?lang=fr` })).statusCode).toBe(400)
})

test('a static page gets its language', async () => {
  const { send } = await speaking()
  const arriving = { path: 'asking', page_url: '', referrer: '', query: {} }
  const opened = async (more: object, accepted = '') => {
    const call = wrapped('POST /api/sessions', { ...arriving, ...more }, 'leadloom')
    return (await send({ ...call, headers: { ...call.headers, 'accept-language': accepted } })).json<object>()
  }
  expect(await opened({ language: 'es' })).toMatchObject({ language: 'es' })
  expect(await opened({}, 'es-US')).toMatchObject({ language: 'es' })
  expect(await opened({ language: 'xx' })).toMatchObject({ language: 'en' })
})

describe('a legal page', () => {
  const url = '/legal/asking/privacy-policy'

  test('is in the requested language, with its form and a link to the other', async () => {
    const { send } = await speaking()
    const { body, headers } = await send({ url: `${url}?lang=es` })
    expect(body).toMatch(/<html lang="es"[ >]/)
    expect(body).toContain('Enviar la solicitud')
    expect(body).toContain('action="privacy-policy?lang=es#request"')
    expect(body).toContain(
      '<a class="language" href="privacy-policy?lang=en" lang="en" hreflang="en">English</a>',
    )
    expect(headers['vary']).toBe('accept-language')
    expect((await send({ url, headers: { 'accept-language': 'es' } })).body).toMatch(/<html lang="es"[ >]/)
  })

  test('shows its errors in that language', async () => {
    const { send } = await speaking()
    const { body } = await send({
      method: 'POST',
      url: `${url}?lang=es`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'kind=delete&email=x',
    })
    expect(body).toContain('Escriba un correo electrónico como ana@example.com.')
  })
})
