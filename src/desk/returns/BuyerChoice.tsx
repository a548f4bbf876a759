import { NativeSelect } from '@mantine/core'
import { RETURNS_FILE } from './returnScreen.ts'
import { useDesk } from '../parts/deskContext.ts'

interface Props {
  label: string
  value: string | null
  onChange: (buyer: string | null) => void
}

/** Choice of the buyer that a file is from. */
export function BuyerChoice({ label, value, onChange }: Props) {
  const { choices } = useDesk()
  return (
    <NativeSelect
      label={label}
      data={[{ value: '', label: RETURNS_FILE.chooseBuyer }, ...(choices.data?.buyers ?? [])]}
      value={value ?? ''}
      onChange={({ currentTarget }) => onChange(currentTarget.value || null)}
    />
  )
}
