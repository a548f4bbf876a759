import { Autocomplete, Button, CloseButton, MultiSelect, NativeSelect, TextInput } from '@mantine/core'
import type { Comparison, Condition, Rule } from '../../../schemas/kernel/rule.ts'
import { STATES } from '../../author/kernel/stateOptions.ts'
import { AmountField } from './AmountField.tsx'
import { EDITOR } from './buyerScreen.ts'
import { ruleText } from './buyerSentence.ts'
import { MEMBERS } from './buyerWords.ts'
import { ObjectSection } from './ObjectSection.tsx'
import { memberOf, type SectionProps } from './plainSections.tsx'

/** Filters of a buyer: its states as chips, its rules as sentences. */
export function FiltersSection(props: SectionProps) {
  const states = memberOf(props, 'states')
  const chosen = (states.value as string[] | undefined) ?? []
  const days = memberOf(props, 'duplicate_window_days')
  return (
    <>
      <MultiSelect
        label={MEMBERS.states.label}
        description={EDITOR.statesAbout}
        placeholder={EDITOR.statesPlaceholder}
        size="sm"
        searchable
        clearable
        selectFirstOptionOnChange
        data={STATE_CHOICES}
        value={chosen}
        readOnly={states.isReadOnly}
        error={states.problems?.join(' ')}
        onChange={(next) => states.onChange(next.length > 0 ? next : undefined)}
      />
      {!states.isReadOnly && (
        <Button
          variant="default"
          size="xs"
          disabled={chosen.length === 0 || chosen.length === STATE_CHOICES.length}
          onClick={() =>
            states.onChange(
              STATE_CHOICES.map(({ value }) => value).filter((value) => !chosen.includes(value)),
            )
          }
        >
          {EDITOR.allButThese}
        </Button>
      )}
      <Rules {...props} />
      <AmountField
        label={MEMBERS.duplicate_window_days.label}
        about={MEMBERS.duplicate_window_days.about}
        of="count"
        placeholder="30"
        {...days}
        value={days.value as number | undefined}
      />
    </>
  )
}

const STATE_CHOICES = STATES.map(({ text, backend_field_value }) => ({
  value: backend_field_value,
  label: text,
}))

function Rules(props: SectionProps) {
  const { at, form } = props
  const { value, isReadOnly, problems, onChange } = memberOf(props, 'filters')
  const rules = (value as Rule[] | undefined) ?? []
  const write = (next: Rule[]) => onChange(next.length > 0 ? next : undefined)
  const change = (index: number, next: Rule) => write(rules.map((rule, n) => (n === index ? next : rule)))
  return (
    <fieldset className="form-within" aria-label={MEMBERS.filters.label}>
      <legend>{MEMBERS.filters.label}</legend>
      <p className="form-about">{EDITOR.ruleAbout}</p>
      {problems?.map((problem) => (
        <p key={problem} role="alert" className="form-wrong">
          {problem}
        </p>
      ))}
      {rules.map((rule, index) => {
        const text = ruleText([rule]) || EDITOR.emptyRule
        return (
          <div key={index} className="buyer-rule" role="group" aria-label={EDITOR.rule(index + 1)}>
            <p className="buyer-rule-text">
              {text}
              {!isReadOnly && (
                <CloseButton
                  size="sm"
                  aria-label={EDITOR.removeRule(text)}
                  title={EDITOR.removeRule(text)}
                  onClick={() => write(rules.filter((_, n) => n !== index))}
                />
              )}
            </p>
            {isFlat(rule) ? (
              <FlatRule rule={rule} isReadOnly={isReadOnly} onChange={(next) => change(index, next)} />
            ) : (
              <ObjectSection at={[...at, 'filters', index]} form={{ ...form, isShown: () => true }} />
            )}
          </div>
        )
      })}
      {!isReadOnly && (
        <Button
          variant="default"
          size="xs"
          onClick={() => write([...rules, { operator: 'and', conditions: [EMPTY] }])}
        >
          {EDITOR.addRule}
        </Button>
      )}
    </fieldset>
  )
}

const EMPTY: Condition = { field: '', condition: 'gte', arg: '' }

type Flat = Pick<Rule, 'operator'> & { conditions: Condition[] }

function isFlat(rule: Rule): rule is Flat {
  return rule.conditions.every((part) => !('conditions' in part))
}

/** A rule without rules inside it: a line for each comparison. */
function FlatRule({
  rule,
  isReadOnly,
  onChange,
}: {
  rule: Flat
  isReadOnly: boolean
  onChange: (rule: Rule) => void
}) {
  const { conditions } = rule
  const change = (index: number, next: Partial<Condition>) =>
    onChange({ ...rule, conditions: conditions.map((one, n) => (n === index ? { ...one, ...next } : one)) })
  return (
    <>
      {conditions.length > 1 && (
        <NativeSelect
          label={EDITOR.join}
          size="sm"
          disabled={isReadOnly}
          value={rule.operator ?? 'and'}
          data={[
            { value: 'and', label: EDITOR.joinAll },
            { value: 'or', label: EDITOR.joinOne },
          ]}
          onChange={({ currentTarget }) =>
            onChange({ ...rule, operator: currentTarget.value as 'and' | 'or' })
          }
        />
      )}
      {conditions.map(({ field, condition, arg }, index) => (
        <div key={index} className="buyer-condition">
          <Autocomplete
            aria-label={EDITOR.field}
            placeholder={EDITOR.field}
            size="sm"
            data={USUAL_FIELDS}
            readOnly={isReadOnly}
            value={field}
            onChange={(next) => change(index, { field: next })}
          />
          <NativeSelect
            aria-label={EDITOR.comparison}
            size="sm"
            disabled={isReadOnly}
            value={condition}
            data={(Object.keys(EDITOR.comparisons) as Comparison[]).map((one) => ({
              value: one,
              label: EDITOR.comparisons[one],
            }))}
            onChange={({ currentTarget }) => change(index, { condition: currentTarget.value as Comparison })}
          />
          <TextInput
            aria-label={EDITOR.value}
            placeholder={EDITOR.value}
            size="sm"
            readOnly={isReadOnly}
            value={arg === null ? '' : String(arg)}
            onChange={({ currentTarget: { value } }) => change(index, { arg: argOf(value) })}
          />
          {!isReadOnly && conditions.length > 1 && (
            <CloseButton
              size="sm"
              aria-label={EDITOR.removeRule(
                ruleText([{ operator: 'and', conditions: [conditions[index]!] }]),
              )}
              onClick={() => onChange({ ...rule, conditions: conditions.filter((_, n) => n !== index) })}
            />
          )}
        </div>
      ))}
      {!isReadOnly && (
        <button
          type="button"
          className="link"
          onClick={() => onChange({ ...rule, conditions: [...conditions, EMPTY] })}
        >
          {EDITOR.addCondition}
        </button>
      )}
    </>
  )
}

const USUAL_FIELDS = ['age', 'state', 'zip', 'gender', 'affid']

/** A number if it reads as one and is written the usual way, so that an ID keeps its zeros. */
function argOf(text: string): string | number {
  return text !== '' && String(Number(text)) === text ? Number(text) : text
}
