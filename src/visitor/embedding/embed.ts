import type { FRAME_PARAMETER } from '../../flow/arrival.ts'
import type { Message } from './messages.ts'

/** Shows a site within another page, at /embed.js. Attributes of the script element: `data-path` is the site's path, possibly with a
 *  query of its own; `data-title` names the frame for screen readers; `data-show` is `inline` (the default), where the element is, or
 *  `dialog`, over the page, opened by elements that match `data-opener` (`[data-leadloom]` by default). Parameters that say how a visitor
 *  came are passed on, also from the address that the page was opened with. The same element twice is one form. */

const FRAMED: typeof FRAME_PARAMETER = 'in-frame'
/** Parameters that are passed on. */
const KNOWN = /^(aff_?id|oid|wc|(sub|adv)\d+|\w+(clk?id|braid)|(utm|_ef)_\w+)$/
/** Higher than any funnel's step. */
const MOST_PX = 20_000

const warn = (text: string) => console.warn('Leadloom: ' + text)
const make = <K extends 'iframe' | 'dialog' | 'button'>(name: K) => document.createElement(name)

/** Forms on this page, also those of other elements. */
const shown = window as unknown as Record<string, true>
/** A module has no current script. */
const script = (document.currentScript ??
  document.querySelector('[src*="/embed.js"]:not([data-on])')) as HTMLScriptElement | null
if (script) start(script, script.dataset)
else warn('src not found')

function start(script: HTMLScriptElement, data: DOMStringMap): void {
  const {
    path = (warn('no data-path'), '/'),
    title = 'Questions',
    show,
    opener = '[data-leadloom]',
    close = 'Close',
  } = data
  const key = script.src + path + show + opener
  data['on'] = ''
  if (shown[key]) return warn('shown once')
  shown[key] = true
  // In the head of a page there is no place for it yet.
  if (document.body) place()
  else addEventListener('load', place)

  function place() {
    const address = new URL(path, script.src)
    const parameters = address.searchParams
    const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    // The page may have removed them from its address.
    for (const from of [location, load!.name])
      for (const [name, value] of new URL(from as string).searchParams)
        if (KNOWN.test(name) && !parameters.has(name)) parameters.append(name, value)
    parameters.set(FRAMED, load!.type)

    const { body } = document
    const frame = make('iframe')
    frame.title = title
    frame.style.cssText = 'width:100%;height:80vh;border:0;display:block'

    /** Number of history entries that the frame has added, and the history's length before. */
    let entries = 0
    let length = 0
    let leave: (event?: Event) => void = () => {}
    // Listens to the funnel in the frame, and to no one else.
    addEventListener('message', ({ source, origin, data }: MessageEvent<Message | null>) => {
      if (source !== frame.contentWindow || origin !== address.origin || !data) return
      const { leadloom } = data
      if (leadloom === 'height') frame.style.height = Math.min(data.px, MOST_PX) + 'px'
      if (leadloom === 'entries') entries = data.count
      if (leadloom === 'escape') leave()
      // A new step begins at its top, which may be above the visible part.
      if (leadloom === 'step' && frame.getBoundingClientRect().top < 0) frame.scrollIntoView()
    })

    if (show === 'dialog') {
      const dialog = make('dialog')
      const button = make('button')
      dialog.style.cssText =
        'width:min(640px,100vw);max-width:none;max-height:100dvh;padding:0;border:0;overflow:hidden'
      button.style.cssText =
        'display:block;margin-left:auto;padding:15px 20px;border:0;background:none;font:500 16px system-ui;color:inherit'
      frame.style.maxHeight = 'calc(100dvh - 48px)'
      button.textContent = close
      dialog.ariaLabel = title
      dialog.append(button)
      body.append(dialog)

      addEventListener('click', (event) => {
        if (!(event.target as Element).closest(opener)) return
        event.preventDefault()
        // So that Back closes it.
        history.pushState({ leadloom: true }, '')
        entries = 0
        length = history.length
        frame.src = address.href
        dialog.append(frame)
        dialog.showModal()
      })
      // When opened again, the site continues where it was left.
      const end = () => {
        dialog.close()
        frame.remove()
      }
      addEventListener('popstate', () => (history.state || {}).leadloom || end())
      leave = (event) => {
        if (event) event.preventDefault()
        if (!dialog.open) return
        end()
        // Back to the page before the dialog was opened. Some browsers drop the entries of a removed frame.
        history.go(-1 - Math.min(entries, history.length - length))
      }
      button.onclick = dialog.oncancel = leave
      return
    }
    frame.src = address.href
    if (body.contains(script)) return script.after(frame)
    warn('not in <body>')
    body.append(frame)
  }
}
