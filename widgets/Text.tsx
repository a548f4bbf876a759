import { useEffect, useRef } from 'react'
import type { WidgetProps } from '@rjsf/utils'
import type { ElementOf } from '../schemas/elements/element.ts'
import { useForm } from './context.ts'
import { describedBy, Field } from './Field.tsx'

/** One line of text. Emits the typed text, or undefined if it is empty. */
export function Text({ id, name, label, value, required, options, onChange }: WidgetProps) {
  const { errors, ways, leave } = useForm()
  const element = options['element'] as ElementOf<'text'>
  const { hint, autocomplete, inputmode } = element
  const input = useRef<HTMLInputElement>(null)
  useMask(input, element)
  return (
    <Field id={id} label={label} hint={hint} error={errors[name]} ways={ways[name]}>
      <input
        ref={input}
        id={id}
        name={name}
        className="control"
        type={TYPE[inputmode ?? 'text']}
        inputMode={inputmode}
        autoComplete={autocomplete ?? 'off'}
        value={typeof value === 'string' ? value : ''}
        aria-required={required}
        aria-invalid={errors[name] !== undefined}
        aria-describedby={describedBy(id, hint)}
        // The mask's change to an autofilled number is not a change for React, which has seen the value by then.
        onInput={(event) => onChange(event.currentTarget.value || undefined)}
        onChange={ignore}
        onBlur={() => leave(name)}
      />
    </Field>
  )
}

const ignore = () => {}
const TYPE = { text: 'text', numeric: 'text', tel: 'tel', email: 'email' } as const

/** Types the fixed characters of a mask for the visitor. Its code loads only for a step that has one, and before it is shown if the step
 *  is prerendered. */
function useMask(
  input: React.RefObject<HTMLInputElement | null>,
  { mask, inputmode, validations: { local, external = [] } }: ElementOf<'text'>,
) {
  const { afterPaint } = useForm()
  const forPhone = inputmode === 'tel' || [...local.map(({ name }) => name), ...external].includes('phone')
  useEffect(() => {
    if (mask === undefined) return
    let attached: { destroy: () => void } | undefined
    let gone = false
    const attach = async () => {
      try {
        const { attachMask } = await import('./mask.ts')
        if (!gone && input.current) attached = attachMask(input.current, mask, forPhone)
      } catch {
        // Without the mask, the field accepts digits as typed, which its validation reads as well.
        input.current?.addEventListener('focus', attach, { once: true })
      }
    }
    afterPaint(() => void attach())
    return () => {
      gone = true
      attached?.destroy()
    }
  }, [input, mask, forPhone])
}
