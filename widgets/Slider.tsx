import { useState } from 'react'
import type { WidgetProps } from '@rjsf/utils'
import type { ElementOf } from '../schemas/elements/element.ts'
import type { WithAppParts } from './appParts.ts'

/** A number, typed into a field or set with a slider below it. Without a script only the field is posted, as a slider always has a
 *  value, even if none was chosen. */
export function Slider({
  id,
  name,
  label,
  value,
  required,
  options,
  onChange,
  parts,
}: WidgetProps & WithAppParts) {
  const { Field, describedBy, useForm, useSentences, numberTyped, onScale } = parts
  const { errors, leave } = useForm()
  const { notChosen } = useSentences().WIDGET
  const element = options['element'] as ElementOf<'slider'>
  const { hint, min, max, step = 1, start, before = '', after = '' } = element
  /** Text being typed; undefined while the field shows the value. */
  const [typing, setTyping] = useState<string>()
  const text = typeof value === 'string' ? value : ''
  const number = numberTyped(text)
  const place = onScale(element, number ?? start ?? (min + max) / 2)
  const words = (chosen: number) => [before, inDigits(chosen), after && ` ${after}`].join('')
  const move = (input: HTMLInputElement) => {
    setTyping(undefined)
    onChange(input.value)
  }
  return (
    <Field id={id} label={label} hint={hint} error={errors[name]}>
      <div className="slider-number">
        {before !== '' && <span>{before}</span>}
        <input
          id={id}
          name={name}
          className="control"
          inputMode={min < 0 ? undefined : step % 1 === 0 ? 'numeric' : 'decimal'}
          autoComplete="off"
          size={inDigits(max).length}
          value={typing ?? (number === null ? text : inDigits(number))}
          aria-required={required}
          aria-invalid={errors[name] !== undefined}
          aria-describedby={describedBy(id, hint)}
          onChange={({ target }) => {
            setTyping(target.value)
            onChange(numberTyped(target.value)?.toString() ?? (target.value.trim() || undefined))
          }}
          onBlur={() => {
            setTyping(undefined)
            // A number between two steps of the scale becomes the nearer one, visibly to the person typing.
            if (number !== null && number >= min && number <= max) onChange(String(onScale(element, number)))
            leave(name)
          }}
        />
        {after !== '' && <span>{after}</span>}
      </div>
      <input
        id={`${id}-line`}
        type="range"
        className="slider-line"
        min={min}
        max={max}
        step={step}
        value={place}
        data-waiting={number === null || undefined}
        aria-label={label}
        aria-valuetext={number === null ? notChosen : words(place)}
        aria-describedby={describedBy(id, hint)}
        onChange={({ target }) => move(target)}
        // A press at its present position moves nothing, but chooses it.
        onClick={({ currentTarget }) => move(currentTarget)}
      />
      <div className="slider-ends" aria-hidden>
        <span>{words(min)}</span>
        <span>{words(max)}</span>
      </div>
    </Field>
  )
}

function inDigits(number: number): string {
  return number.toLocaleString('en-US', { maximumFractionDigits: 6 })
}
