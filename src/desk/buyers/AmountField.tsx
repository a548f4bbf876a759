import { TextInput } from '@mantine/core'
import { EDITOR } from './buyerScreen.ts'

interface Props {
  label: string
  about?: string
  hidesLabel?: boolean
  value: string | number | undefined
  /** dollars: a text such as 25.00. count: a whole number. */
  of: 'dollars' | 'count'
  placeholder?: string
  isReadOnly: boolean
  problems?: string[] | undefined
  /** Undefined if it was emptied. */
  onChange: (value: string | number | undefined) => void
}

/** Field for an amount in dollars or a number; what isn't one stays as typed, with a message. */
export function AmountField(props: Props) {
  const { label, about, hidesLabel, value, of, placeholder, isReadOnly, problems, onChange } = props
  const text = value === undefined ? '' : String(value)
  const wrong = text === '' || isAmount(value, of) ? problems?.join(' ') : WRONG[of]
  return (
    <TextInput
      className="buyer-amount"
      {...(hidesLabel ? { 'aria-label': label } : { label })}
      description={about || undefined}
      size="sm"
      inputMode={of === 'dollars' ? 'decimal' : 'numeric'}
      leftSection={of === 'dollars' ? '$' : undefined}
      placeholder={placeholder}
      readOnly={isReadOnly}
      error={wrong}
      value={text}
      onChange={({ currentTarget }) => onChange(amountOf(currentTarget.value, of))}
      onBlur={() => {
        if (of === 'dollars' && text !== '' && isAmount(value, of)) {
          const exact = Number(text).toFixed(2)
          if (exact !== text && !isReadOnly) onChange(exact)
        }
      }}
    />
  )
}

export function isAmount(value: unknown, of: Props['of']): boolean {
  return of === 'dollars'
    ? /^\d{1,7}(\.\d{1,2})?$/.test(String(value))
    : typeof value === 'number' && Number.isInteger(value)
}

const WRONG = { dollars: EDITOR.wrongAmount, count: EDITOR.wrongCount } as const

function amountOf(typed: string, of: Props['of']): string | number | undefined {
  const text = typed.replace(/[$,\s]/g, '')
  if (text === '') return undefined
  return of === 'count' && /^\d{1,9}$/.test(text) ? Number(text) : text
}
