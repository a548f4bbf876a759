/** Text that a visitor typed before React had loaded. The screen is reset to what the server sent, so that React finds what it expects;
 *  then everything is typed again, as events that widgets accept as the visitor's own. It all happens in one task, without a paint in
 *  between. If React renders a step anew, the text goes into the replacement of each control. */

type TextControl = HTMLInputElement | HTMLTextAreaElement
type Control = TextControl | HTMLSelectElement

/** Takes the values out of the controls under `root`, and returns a function to restore them after React's start; null if nothing was
 *  typed. */
export function takeTyped(root: HTMLElement): (() => void) | null {
  const focused = document.activeElement
  const caret = isText(focused) ? selection(focused) : null
  const again = [...root.querySelectorAll<Control>('input, textarea, select')].flatMap((control) => {
    const type = take(control)
    return type ? [{ control, type }] : []
  })
  if (again.length === 0) return null
  return () => {
    for (const { control, type } of again) {
      const there = findReplacement(root, control)
      if (there) type(there)
    }
    const there = isText(focused) && findReplacement(root, focused)
    if (there && caret) caret(there)
  }
}

/** Present element for one that was under `root`: itself, or its replacement. */
export function findReplacement<E extends HTMLElement>(root: HTMLElement, element: E): E | null {
  if (element.isConnected) return element
  const signs = signsOf(element)
  return [...root.querySelectorAll<E>(element.tagName)].find((other) => signsOf(other) === signs) ?? null
}

function signsOf(element: HTMLElement): string {
  const [name, value] = ['name', 'value'].map((attribute) => element.getAttribute(attribute))
  return element.id || JSON.stringify([name, value, element.className, element.textContent])
}

/** Null if nothing was typed into it; else a function to type the same again. */
function take(control: Control): ((control: Control) => void) | null {
  if (isTick(control)) {
    const { checked } = control
    if (checked === control.defaultChecked) return null
    control.checked = control.defaultChecked
    return (there) => isTick(there) && there.checked !== checked && there.click()
  }
  const { value } = control
  const before = initialValue(control)
  if (value === before) return null
  setValue(control, before)
  return (there) => {
    setValue(there, value)
    there.dispatchEvent(new Event(there instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
  }
}

function isTick(control: Control): control is HTMLInputElement {
  return control instanceof HTMLInputElement && ['radio', 'checkbox'].includes(control.type)
}

function isText(element: Element | null): element is TextControl {
  return element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
}

function initialValue(control: Control): string {
  if (!(control instanceof HTMLSelectElement)) return control.defaultValue
  return ([...control.options].find((option) => option.defaultSelected) ?? control.options[0])?.value ?? ''
}

/** Uses the prototype's setter, as React tracks the element's own. */
function setValue(control: Control, value: string): void {
  const prototype = Object.getPrototypeOf(control) as object
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(control, value)
}

function selection({ selectionStart, selectionEnd }: TextControl): (control: TextControl) => void {
  return (control) => {
    control.focus({ preventScroll: true })
    if (selectionStart !== null) control.setSelectionRange(selectionStart, selectionEnd)
  }
}
