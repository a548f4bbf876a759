import type { Message } from './messages.ts'

/** Shows a site within another page, at /embed.js. The script element says how:
 *  `data-path` is the site's path and may have a query of its own; `data-title` names the frame to who cannot see it;
 *  `data-show` is `inline`, where the element stands (so it is without it), or `dialog`, over the page, opened by whatever matches
 *  `data-opener` (`[data-leadloom]` without it). What the page's own address was asked with is passed on. */

const script = document.currentScript as HTMLScriptElement
const { path = '/', title = 'Questions', show, opener = '[data-leadloom]', close = 'Close' } = script.dataset
const address = new URL(path, script.src)
for (const [name, value] of new URLSearchParams(location.search))
  if (!address.searchParams.has(name)) address.searchParams.append(name, value)

const frame = document.createElement('iframe')
frame.title = title
Object.assign(frame.style, { width: '100%', height: '80vh', border: '0', display: 'block' })

/** Hears of what the funnel in the frame says, and of nobody else. */
function listen(on: (message: Message) => void): void {
  addEventListener('message', ({ source, origin, data }: MessageEvent<Message | null>) => {
    if (source === frame.contentWindow && origin === address.origin && data?.leadloom) on(data)
  })
}

if (show === 'dialog') {
  const dialog = document.createElement('dialog')
  const button = document.createElement('button')
  /** How far the frame has gone on in the browser's history, and how long that was without it. */
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
    // Back closes it.
    history.pushState({ leadloom: true }, '')
    ;[entries, length] = [0, history.length]
    frame.src = address.href
    dialog.append(frame)
    dialog.showModal()
  })
  // Opened again, the site goes on where it was left.
  const end = () => {
    dialog.close()
    frame.remove()
  }
  addEventListener('popstate', () => history.state?.leadloom || end())
  const leave = () => {
    if (!dialog.open) return
    end()
    // To where the page was before it was opened. Some browsers forget what a frame that is gone has added.
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
    // A new step begins at its top, which may be above what is in sight.
    if (message.leadloom === 'step' && frame.getBoundingClientRect().top < 0) frame.scrollIntoView()
  })
}
