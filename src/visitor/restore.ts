/** What a visitor typed before React was there. The screen is put back as the server sent it, so that React finds what
 *  it expects; then everything is typed again, as events that widgets take for the visitor's own. One task, no paint
 *  between: nothing is seen of it. */

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** Takes the values out of the controls under `root`, and answers with how to give them back after React's start. */
export function takeTyped(root: HTMLElement): () => void {
  const focused = document.activeElement
  const caret =
    focused instanceof HTMLInputElement || focused instanceof HTMLTextAreaElement ? selection(focused) : null
  const again = [...root.querySelectorAll<Control>('input, textarea, select')].flatMap((control) =>
    take(control),
  )
  return () => {
    for (const type of again) type()
    if (caret && focused instanceof HTMLElement && document.activeElement === focused) caret()
  }
}

function take(control: Control): (() => void)[] {
  if (control instanceof HTMLInputElement && ['radio', 'checkbox'].includes(control.type)) {
    if (control.checked === control.defaultChecked) return []
    control.checked = control.defaultChecked
    return [() => control.click()]
  }
  const { value } = control
  const before = initialValue(control)
  if (value === before) return []
  setValue(control, before)
  return [
    () => {
      setValue(control, value)
      control.dispatchEvent(
        new Event(control instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }),
      )
    },
  ]
}

function initialValue(control: Control): string {
  if (!(control instanceof HTMLSelectElement)) return control.defaultValue
  return ([...control.options].find((option) => option.defaultSelected) ?? control.options[0])?.value ?? ''
}

/** By the prototype's setter: React keeps a watch on the element's own. */
function setValue(control: Control, value: string): void {
  const prototype = Object.getPrototypeOf(control) as object
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(control, value)
}

function selection(control: HTMLInputElement | HTMLTextAreaElement): () => void {
  const { selectionStart, selectionEnd } = control
  return () => {
    if (selectionStart !== null) control.setSelectionRange(selectionStart, selectionEnd)
  }
}
