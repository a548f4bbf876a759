import { useEffect, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { useForm, type UseFormReturn } from 'react-hook-form'
import { maskPhone, nextStep, STEPS, VEHICLE, type Answers, type Ask, type PeerStep } from '../steps.ts'
import '../peers.css'

/** The funnel as written by hand: React and react-hook-form, with one form per step. */
function Funnel() {
  const [{ at, answers }, setState] = useState<{ at: number; answers: Answers }>({ at: 0, answers: {} })
  return (
    <>
      <progress max={STEPS.length - 1} value={at} />
      <Step
        key={at}
        step={STEPS[at]!}
        arrives={at > 0}
        onAnswer={(given) => {
          const all = { ...answers, ...given }
          sessionStorage.setItem('answers', JSON.stringify(all))
          setState({ at: nextStep(at, all), answers: all })
        }}
      />
    </>
  )
}

function Step({
  step: { title, asks },
  arrives,
  onAnswer,
}: {
  step: PeerStep
  arrives: boolean
  onAnswer: (given: Answers) => void
}) {
  const form = useForm<Answers>()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!arrives) return
    heading.current?.focus({ preventScroll: true })
    scrollTo(0, 0)
  }, [])
  const [error] = Object.values(form.formState.errors)
  return (
    <form noValidate onSubmit={(event) => void form.handleSubmit(onAnswer)(event)}>
      <h1 tabIndex={-1} ref={heading}>
        {title}
      </h1>
      {asks.map((ask, index) => (
        <Control key={index} ask={ask} form={form} onAnswer={onAnswer} />
      ))}
      <p className="error" aria-live="polite">
        {error && String(error.message)}
      </p>
      {asks.some(({ kind }) => kind !== 'buttons') && <button>Continue</button>}
    </form>
  )
}

interface ControlProps<A> {
  ask: A
  form: UseFormReturn<Answers>
  onAnswer: (given: Answers) => void
}

function Control({ ask, form, onAnswer }: ControlProps<Ask>) {
  const { register } = form
  switch (ask.kind) {
    case 'buttons':
      return ask.options.map((option) => (
        <button
          key={option}
          type="button"
          name={ask.name}
          value={option}
          onClick={() => onAnswer({ [ask.name]: option })}
        >
          {option}
        </button>
      ))
    case 'radio':
    case 'checks': {
      const type = ask.kind === 'radio' ? 'radio' : 'checkbox'
      const field = register(ask.name, { required: 'One option is required' })
      return ask.options.map((option) => (
        <label key={option}>
          <input type={type} value={option} {...field} /> {option}
        </label>
      ))
    }
    case 'select':
      return <Select {...ask} form={form} />
    case 'vehicle':
      return <Vehicle form={form} />
    case 'area': {
      const { name, label, minLength: value } = ask
      const message = `${label} must have at least ${value} characters`
      return (
        <label>
          {label}
          <textarea
            rows={5}
            {...register(name, { required: `${label} is required`, minLength: { value, message } })}
          />
        </label>
      )
    }
    case 'text': {
      const { name, label, type } = ask
      const pattern = { value: RegExp(`^(?:${ask.pattern})$`), message: `${label} is not valid` }
      return (
        <label>
          {label}
          <input
            type={type}
            {...register(name, {
              required: `${label} is required`,
              pattern,
              ...(type === 'tel' && {
                onChange: ({ target }: { target: HTMLInputElement }) =>
                  form.setValue(name, maskPhone(target.value)),
              }),
            })}
          />
        </label>
      )
    }
  }
}

interface SelectProps {
  name: string
  label: string
  options: readonly string[]
  form: UseFormReturn<Answers>
}

function Select({ name, label, options, form }: SelectProps) {
  return (
    <label>
      {label}
      <select disabled={options.length === 0} {...form.register(name, { required: `${label} is required` })}>
        <option value="">Choose</option>
        {options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
    </label>
  )
}

function Vehicle({ form }: { form: UseFormReturn<Answers> }) {
  const [year, make] = form.watch(['vehicle.year', 'vehicle.make'])
  return (
    <>
      <Select name="vehicle.year" label="Year" options={VEHICLE.years} form={form} />
      <Select name="vehicle.make" label="Make" options={VEHICLE.makes(String(year ?? ''))} form={form} />
      <Select name="vehicle.model" label="Model" options={VEHICLE.models(String(make ?? ''))} form={form} />
    </>
  )
}

createRoot(document.getElementById('root')!).render(<Funnel />)
