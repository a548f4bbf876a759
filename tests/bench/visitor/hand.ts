import type { Act } from './subjects.ts'
import type { Tab } from './tab.ts'

/** A visitor's hand on a page, with presses and keys made by the browser. It brings no test tool's script into the page, whose time and
 *  memory are measured. */
export interface Hand {
  act: (act: Act) => Promise<void>
  /** Types into the field that has the focus, key by key. */
  type: (text: string) => Promise<void>
  /** Reads a value from the page. */
  read: <T>(expression: string) => Promise<T>
}

export function createHand(tab: Tab): Hand {
  const read = async <T>(expression: string): Promise<T> => {
    const { result, exceptionDetails } = await tab.send('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
    })
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
    return result.value as T
  }
  const press = async (find: string, index: number) => {
    const { x, y } = await read<{ x: number; y: number }>(
      `(${centerOf.toString()})(${JSON.stringify(find)}, ${index})`,
    )
    for (const type of ['mousePressed', 'mouseReleased'] as const)
      await tab.send('Input.dispatchMouseEvent', { type, x, y, button: 'left', clickCount: 1 })
  }
  return {
    read,
    type: async (text) => {
      for (const key of text) {
        await tab.send('Input.dispatchKeyEvent', { type: 'keyDown', text: key })
        await tab.send('Input.dispatchKeyEvent', { type: 'keyUp' })
      }
    },
    act: async ({ find, index = 0, option, text }) => {
      if (option !== undefined)
        return read(`(${chooseOption.toString()})(${JSON.stringify(find)}, ${option})`)
      await press(find, index)
      if (text !== undefined) await tab.send('Input.insertText', { text })
    },
  }
}

/** Center of a control. Runs in the page. */
function centerOf(find: string, index: number): { x: number; y: number } {
  const control = [...document.querySelectorAll(find)].filter((one) => one.checkVisibility())[index]
  if (!control) throw new Error(`There is no ${find} with the index ${index} on the page.`)
  const isTicked = control instanceof HTMLInputElement && /^(radio|checkbox)$/.test(control.type)
  const target = isTicked ? (control.labels?.[0] ?? control) : control
  target.scrollIntoView({ block: 'center', behavior: 'instant' })
  const { left, top, width, height } = target.getBoundingClientRect()
  return { x: left + width / 2, y: top + height / 2 }
}

/** Chooses an option of a select, as the page sees it, once there are options; the browser's own list isn't shown. Runs in the page. */
async function chooseOption(find: string, option: number): Promise<void> {
  const select = document.querySelector<HTMLSelectElement>(find)
  if (!select) throw new Error(`There is no ${find} on the page.`)
  while (select.options.length <= option) await new Promise((done) => setTimeout(done, 10))
  select.focus()
  select.selectedIndex = option
  select.dispatchEvent(new Event('input', { bubbles: true }))
  select.dispatchEvent(new Event('change', { bubbles: true }))
}
