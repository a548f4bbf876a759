import { Textarea } from '@mantine/core'
import { MOST_REASON_WORDS } from '../../../schemas/kernel/formFieldLimits.ts'
import { RETURNS } from './returnScreen.ts'

interface Props {
  label: string
  value: string
  onChange: (words: string) => void
}

/** Field for an operator's own words about an entry of the ledger. */
export function ReasonWords({ label, value, onChange }: Props) {
  return (
    <Textarea
      mt="sm"
      label={label}
      description={RETURNS.wordsAbout}
      maxLength={MOST_REASON_WORDS}
      autosize
      minRows={2}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}
