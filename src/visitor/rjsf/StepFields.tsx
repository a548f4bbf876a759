import { memo, type ReactNode } from 'react'
import SchemaField from '@rjsf/core/lib/components/fields/SchemaField.js'
import { toFieldPathId, type FieldProps, type RJSFSchema, type UiSchema } from '@rjsf/utils'
import type { Element, LeafElement } from '../../../schemas/element.ts'
import { BLOCKS } from '../../../widgets/index.ts'
import { useStep } from '../../../widgets/context.ts'
import type { StepData } from '../../flow/answers/stepData.ts'
import { answer, isComposite } from '../../flow/elements.ts'
import type { StepSchema, StepUiSchema } from '../../flow/form.ts'

/** The fields of a step, laid out as its elements say. */
export function StepFields({ schema, uiSchema, data, registry, onChange }: StepFieldsProps) {
  const { flow, step } = useStep()
  // Functions and not components: what they draw is compared property by property, not level by level.
  const draw = (element: Element, index: number): ReactNode => {
    if (element.type === 'container')
      return element.widget === 'group' ? (
        <div key={index} className="cards" data-columns={element.columns}>
          {element.elements.map(draw)}
        </div>
      ) : (
        <Block key={index} element={element} />
      )
    if (element.type === 'submit') return <BLOCKS.submit key={index} element={element} />
    const name = isComposite(element)
      ? element.question_key
      : answer(flow, element.question_key, element.answer_id).backend_field_name
    return (
      <Property
        key={index}
        name={name}
        schema={schema.properties[name] as RJSFSchema}
        uiSchema={uiSchema[name] as UiSchema}
        formData={data[name]}
        required={schema.required.includes(name)}
        registry={registry}
        onChange={onChange}
      />
    )
  }
  const parts = inParts(step.questions)
  if (parts.length === 1) return step.questions.map(draw)
  // Not in the form itself: Chromium goes through all controls of a form for each child that it is given.
  return parts.map((elements, index) => (
    <div key={index} className="elements">
      {elements.map(draw)}
    </div>
  ))
}

/** A step's elements in parts, of which all but the first are drawn when they come near the screen. */
function inParts(elements: readonly Element[]): (readonly Element[])[] {
  if (elements.length <= PART_LENGTH) return [elements]
  return [elements.slice(0, PART_LENGTH), ...inParts(elements.slice(PART_LENGTH))]
}

/** More than any screen shows. */
const PART_LENGTH = 40

/** One property of the step's data; drawn again when its own value changes. */
const Property = memo(function Property(props: PropertyProps) {
  const fieldPathId = toFieldPathId(props.name, props.registry.globalFormOptions)
  return <SchemaField {...props} fieldPathId={fieldPathId} onBlur={ignore} onFocus={ignore} />
})

const ignore = () => {}

type PropertyProps = Pick<
  FieldProps,
  'name' | 'schema' | 'uiSchema' | 'formData' | 'required' | 'registry' | 'onChange'
>

interface StepFieldsProps extends Pick<FieldProps, 'registry' | 'onChange'> {
  schema: StepSchema
  uiSchema: StepUiSchema
  data: StepData
}

function Block({ element }: { element: Extract<LeafElement, { type: 'container' }> }) {
  switch (element.widget) {
    case 'choice':
      return <BLOCKS.choice element={element} />
    case 'html':
      return <BLOCKS.html element={element} />
    case 'consent':
      return <BLOCKS.consent element={element} />
    case 'partner_card':
      return <BLOCKS.partner_card element={element} />
    case 'partner_link_out':
      return <BLOCKS.partner_link_out element={element} />
    case 'link_out':
      return <BLOCKS.link_out element={element} />
    case 'boost_link_out':
      return <BLOCKS.boost_link_out element={element} />
    case 'phone_link':
      return <BLOCKS.phone_link element={element} />
    case 'outcome':
      return <BLOCKS.outcome element={element} />
    case 'progress':
      return <BLOCKS.progress element={element} />
  }
}
