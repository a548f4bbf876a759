import { Select, TagsInput } from '@mantine/core'
import type { LeadCopies } from '../../../schemas/buyer/copies.ts'
import { EDITOR } from './buyerScreen.ts'
import { zoneOf } from './buyerSentence.ts'
import { memberOf, type SectionProps } from './plainSections.tsx'
import { cityOf, hourText } from './weekHours.ts'

/** Schedule on which a buyer gets its leads as a file. */
export function CopiesSection(props: SectionProps) {
  const { value, isReadOnly, problems, onChange } = memberOf(props, 'copies')
  const copies = value as LeadCopies | undefined
  const change = (next: Partial<LeadCopies>) => onChange({ ...(copies ?? MORNING), ...next })
  const to = memberOf(props, 'copies', 'to')
  return (
    <>
      <Select
        className="buyer-system"
        label={EDITOR.copiesEvery}
        size="sm"
        allowDeselect={false}
        data={Object.entries(EDITOR.copiesPeriods).map(([period, label]) => ({ value: period, label }))}
        value={copies?.every ?? 'never'}
        readOnly={isReadOnly}
        error={problems?.join(' ')}
        onChange={(every) =>
          every === 'never' ? onChange(undefined) : change({ every: every as LeadCopies['every'] })
        }
      />
      {copies && (
        <>
          <TagsInput
            className="buyer-system"
            label={EDITOR.copiesTo}
            description={EDITOR.copiesToAbout}
            size="sm"
            withAsterisk
            splitChars={[',', ';', ' ']}
            maxTags={MOST_ADDRESSES}
            value={copies.to}
            readOnly={isReadOnly}
            error={to.problems?.join(' ')}
            onChange={(next) => change({ to: next })}
          />
          <Select
            className="buyer-system"
            label={EDITOR.copiesHour(cityOf(zoneOf(props.document)))}
            size="sm"
            allowDeselect={false}
            data={HOURS}
            value={String(copies.hour)}
            readOnly={isReadOnly}
            onChange={(hour) => change({ hour: Number(hour) })}
          />
        </>
      )}
    </>
  )
}

const MORNING: LeadCopies = { to: [], every: 'day', hour: 8 }
/** Limit of schemas/buyer/copies.ts. */
const MOST_ADDRESSES = 5

const HOURS = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: hourText(hour) }))
