/** Attempts of a hostile script on a site's page while an operator is logged in, in another tab of the same browser. The script is sent to
 *  the browser as text, so it may use nothing of this file but its arguments. */

export interface Target {
  /** Call, such as `GET /api/reports/me`. */
  name: string
  origin: string
}

/** Everything that the script could read; empty if all is well. */
export async function attack(targets: readonly Target[]): Promise<string[]> {
  const read: string[] = []
  const note = (how: string, what: unknown) => void read.push(`${how}: ${String(what)}`)
  const sent = { method: 'POST', credentials: 'include', body: '{}' } as const
  const json = { 'content-type': 'application/json', 'x-requested-with': 'leadloom' }
  const attempts = async ({ name, origin }: Target) => {
    const [method, path] = name.split(' ') as [string, string]
    const url = origin + path
    const body = method === 'GET' ? {} : { body: sent.body }
    const base = { method, credentials: sent.credentials, ...body }
    for (const [how, options] of Object.entries<RequestInit>({
      'cors with headers': { ...base, mode: 'cors', headers: json },
      'plain cors': { ...base, mode: 'cors' },
      'no-cors': { ...base, mode: 'no-cors' },
    })) {
      const answer = await fetch(url, options).catch(() => null)
      const text = answer && (await answer.text().catch(() => ''))
      if (answer?.ok && text !== '') note(`${how} ${name}`, text)
    }
  }
  const waiting = [...targets]
  const worker = async () => {
    for (let target = waiting.shift(); target; target = waiting.shift()) await attempts(target)
  }
  await Promise.all(Array.from({ length: 6 }, worker))

  // Forms carry cookies by themselves, and frames and windows show the page they lead to.
  const frames = targets.map(({ name, origin }) => {
    const [method, path] = name.split(' ') as [string, string]
    const frame = document.createElement('iframe')
    frame.name = `frame ${origin} ${name}`
    document.body.append(frame)
    const form = document.createElement('form')
    Object.assign(form, { action: origin + path, method, target: frame.name, enctype: 'text/plain' })
    const field = document.createElement('input')
    Object.assign(field, { name: '{"a":"', value: '"}' })
    form.append(field)
    document.body.append(form)
    form.submit()
    return frame
  })
  const pages = ['/desk', '/stats', '/studio', '/desk/people']
  const origins = [...new Set(targets.map(({ origin }) => origin))]
  const places = origins.flatMap((origin) => pages.map((page) => origin + page))
  for (const src of places) {
    const frame = document.createElement('iframe')
    frame.name = `frame ${src}`
    frame.src = src
    document.body.append(frame)
    frames.push(frame)
  }
  // This page loads no visitor data by itself, which the audit log would show.
  const windows = origins.map((origin) => window.open(`${origin}/desk/account`))
  await new Promise((resolve) => setTimeout(resolve, 4000))
  const look = (how: string, of: Window | null) => {
    try {
      const text = of?.document.documentElement.textContent ?? ''
      if (/"data"|"name":|Log out/.test(text)) note(how, text.slice(0, 200))
    } catch {
      // The window belongs to another origin.
    }
  }
  for (const frame of frames) look(frame.name, frame.contentWindow)
  for (const opened of windows) {
    look('window', opened)
    opened?.close()
  }
  if (document.cookie.includes('leadloom_login')) note('cookie', document.cookie)
  return read
}
