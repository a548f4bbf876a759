import type { Message } from './messages.ts'

/** Shows a site within another page, at /embed.js. Attributes of the script element: `data-path` is the site's path, possibly with a
 *  query of its own; `data-title` names the frame for screen readers; `data-show` is `inline` (the default), where the element is, or
 *  `dialog`, over the page, opened by elements that match `data-opener` (`[data-leadloom]` by default). The page's own query is passed
 *  on. */

const script = document.currentScript as HTMLScriptElement
const { path = '/', title = 'Questions', show, opener = '[data-leadloom]', close = 'Close' } = script.dataset
const address = new URL(path, script.src)
for (const [name, value] of new URLSearchParams(location.search))
  if (!address.searchParams.has(name)) address.searchParams.append(name, value)

const frame = document.createElement('iframe')
frame.title = title
Object.assign(frame.style, { width: '100%', height: '80vh', border: '0', display: 'block' })

/** Listens to the funnel in the frame, and to no one else. */
function listen(on: (message: Message) => void): void {
  addEventListener('message', ({ source, origin, data }: MessageEvent<Message | null>) => {
    if (source === frame.contentWindow && origin === address.origin && data?.leadloom) on(data)
  })
}

if (show === 'dialog') {
  const dialog = document.createElement('dialog')
  const button = document.createElement('button')
  /** Number of history entries that the frame has added, and the history's length before. */
  let [entries, length] = [0, 0]
  Object.assign(dialog.style, {
    width: 'min(640px, 100vw)',
    maxWidth: 'none',
    maxHeight: '100dvh',
    padding: '0',
    border: '0',
    overflow: 'hidden',
  })
  Object.assign(button.style, {
    display: 'block',
    marginLeft: 'auto',
    padding: '0 20px',
    minHeight: '48px',
    border: '0',
    background: 'none',
    font: '500 16px system-ui',
    color: 'inherit',
    cursor: 'pointer',
  })
  Object.assign(frame.style, { maxHeight: 'calc(100dvh - 48px)' })
  button.textContent = close
  button.type = 'button'
  dialog.setAttribute('aria-label', title)
  dialog.append(button)
  document.body.append(dialog)

  addEventListener('click', (event) => {
    if (!(event.target as Element).closest?.(opener)) return
    event.preventDefault()
    // So that Back closes it.
    history.pushState({ leadloom: true }, '')
    ;[entries, length] = [0, history.length]
    frame.src = address.href
    dialog.append(frame)
    dialog.showModal()
  })
  // When opened again, the site continues where it was left.
  const end = () => {
    dialog.close()
    frame.remove()
  }
  addEventListener('popstate', () => history.state?.leadloom || end())
  const leave = () => {
    if (!dialog.open) return
    end()
    // Back to the page before the dialog was opened. Some browsers drop the entries of a removed frame.
    history.go(-1 - Math.min(entries, history.length - length))
  }
  button.addEventListener('click', leave)
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault()
    leave()
  })
  listen((message) => {
    if (message.leadloom === 'height') frame.style.height = `${message.px}px`
    if (message.leadloom === 'entries') entries = message.count
    if (message.leadloom === 'escape') leave()
  })
} else {
  frame.src = address.href
  script.after(frame)
  listen((message) => {
    if (message.leadloom === 'height') frame.style.height = `${message.px}px`
    // A new step begins at its top, which may be above the visible part.
    if (message.leadloom === 'step' && frame.getBoundingClientRect().top < 0) frame.scrollIntoView()
  })
}
