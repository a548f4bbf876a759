import { Fragment, memo, type ComponentType, type ReactNode } from 'react'
import StringField from '@rjsf/core/lib/components/fields/StringField.js'
import { toFieldPathId, type FieldProps, type RJSFSchema, type UiSchema } from '@rjsf/utils'
import type { Element, LeafElement } from '../../../schemas/elements/element.ts'
import { BLOCKS, FIELDS } from '../../../widgets/index.ts'
import { useLiveData, useStep } from '../../../widgets/context.ts'
import { Summary } from '../../../widgets/Summary.tsx'
import type { StepData } from '../../flow/answers/stepData.ts'
import { answer, hasBox, leaves, submits } from '../../flow/elements/elements.ts'
import type { BlockElement } from '../../flow/elements/kind.ts'
import { blockName, isA, isComposite, isInput } from '../../flow/elements/kinds.ts'
import type { StepUiSchema } from '../../flow/form.ts'
import { isShown, putsOffersBelow } from '../../flow/results.ts'
import type { StepSchema } from '../../flow/elements/stepSchema.ts'

/** Fields of a step, laid out by its elements. They render again when a value or the visitor's data changes, not when the form around
 *  them does: errors reach the widgets by context. */
export const StepFields = memo(function StepFields({
  schema,
  uiSchema,
  data,
  registry,
  onChange,
}: StepFieldsProps) {
  const { flow, step, title } = useStep()
  const { known } = useLiveData()
  const firstOffer = putsOffersBelow(step)
    ? leaves(step.questions).find((element) => isA(element, 'partner_card') && isShown(element, known))
    : null
  const beforeSummary = step.summary ? leaves(step.questions).find(endsAnswers) : null
  // Functions, not components: their output is compared property by property, not level by level.
  const draw = (element: Element, index: number): ReactNode => {
    if (element.type === 'container' && element.widget === 'group')
      return (
        <div key={index} className="cards" data-columns={element.columns}>
          {element.elements.map(draw)}
        </div>
      )
    if (!isShown(element, known)) return null
    if (element === beforeSummary)
      return (
        <Fragment key={index}>
          <Summary />
          {drawn(element, index)}
        </Fragment>
      )
    return drawn(element, index)
  }
  const drawn = (element: LeafElement, index: number): ReactNode => {
    if (element === firstOffer)
      return (
        <Fragment key={index}>
          <h2 className="offers">{title}</h2>
          {step.hint !== undefined && <p className="lead">{step.hint}</p>}
          <Block element={element as BlockElement} />
        </Fragment>
      )
    if (!isInput(element) && !hasBox(element)) return <Block key={index} element={element} />
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
  if (step.questions.length <= PART_LENGTH) return step.questions.map(draw)
  const isLastSubmit = step.questions.at(-1)?.type === 'submit'
  // Not directly in the form: Chromium walks all controls of a form for each child added to it. What is pinned to the screen can't be in a
  // part, which may not be rendered.
  const inFlow = isLastSubmit ? step.questions.slice(0, -1) : step.questions
  return [
    ...inParts(inFlow).map((elements, index) => (
      <div key={index} className="elements">
        {elements.map(draw)}
      </div>
    )),
    ...step.questions.slice(inFlow.length).map((element) => draw(element, inFlow.length)),
  ]
})

/** True for a consent or a button: a summary comes before the first. */
function endsAnswers(element: LeafElement): boolean {
  return isA(element, 'consent') || submits(element)
}

/** Splits a step's elements into parts; all but the first render when they come near the screen. */
function inParts(elements: readonly Element[]): (readonly Element[])[] {
  if (elements.length <= PART_LENGTH) return [elements]
  return [elements.slice(0, PART_LENGTH), ...inParts(elements.slice(PART_LENGTH))]
}

/** More elements than any screen shows. */
const PART_LENGTH = 40

/** One property of the step's data, which renders again when its own value changes. Objects and lists render with our fields, everything
 *  else with rjsf's text field and the named widget. Replaces rjsf's `SchemaField`, which would include resolving references, and a URL
 *  parser with it. */
const Property = memo(function Property(props: PropertyProps) {
  const { name, uiSchema = {}, registry } = props
  const own = uiSchema['ui:field'] as keyof typeof FIELDS | undefined
  const Field: ComponentType<FieldProps> = own ? FIELDS[own] : StringField
  return <Field {...AT_REST} {...props} fieldPathId={toFieldPathId(name, registry.globalFormOptions)} />
})

const ignore = () => {}
/** Props of rjsf for a field that is neither disabled nor has errors; our errors are outside the form. */
const AT_REST = {
  errorSchema: {},
  disabled: false,
  readonly: false,
  hideError: false,
  autofocus: false,
  onBlur: ignore,
  onFocus: ignore,
}

type PropertyProps = Pick<
  FieldProps,
  'name' | 'schema' | 'uiSchema' | 'formData' | 'required' | 'registry' | 'onChange'
>

interface StepFieldsProps extends Pick<FieldProps, 'registry' | 'onChange'> {
  schema: StepSchema
  uiSchema: StepUiSchema
  data: StepData
}

function Block({ element }: { element: BlockElement }) {
  const Drawn = BLOCKS[blockName(element)] as ComponentType<{ element: BlockElement }>
  return <Drawn element={element} />
}
