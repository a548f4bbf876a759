import type { ReactNode } from 'react'
import type { FieldTemplateProps, ObjectFieldTemplateProps } from '@rjsf/utils'
import type { Element, LeafElement } from '../../../schemas/element.ts'
import { BLOCKS } from '../../../widgets/index.ts'
import { useStep } from '../../../widgets/context.ts'
import { answer, isComposite } from '../../flow/elements.ts'

/** Our rjsf theme: widgets draw their own frame, and the step's tree of elements decides what stands where. */

/** For what rjsf draws elsewhere; also a choice, whose value rjsf holds and whose cards show it. */
export const Nothing = () => null

export function FieldTemplate({ children }: FieldTemplateProps) {
  return children
}

/** The root's properties, laid out as the step's elements say. */
export function ObjectFieldTemplate({ properties }: ObjectFieldTemplateProps) {
  const { step } = useStep()
  const content = Object.fromEntries(properties.map((property) => [property.name, property.content]))
  return step.questions.map((element, index) => <Layout key={index} element={element} content={content} />)
}

function Layout({ element, content }: { element: Element; content: Record<string, ReactNode> }): ReactNode {
  if (element.type === 'container' && element.widget === 'group')
    return (
      <div className="cards" data-columns={element.columns}>
        {element.elements.map((child, index) => (
          <Layout key={index} element={child} content={content} />
        ))}
      </div>
    )
  return <Leaf element={element} content={content} />
}

function Leaf({ element, content }: { element: LeafElement; content: Record<string, ReactNode> }) {
  const { flow } = useStep()
  switch (element.type) {
    case 'input':
    case 'select':
      return content[
        isComposite(element)
          ? element.question_key
          : answer(flow, element.question_key, element.answer_id).backend_field_name
      ]
    case 'submit':
      return <BLOCKS.submit element={element} />
    case 'container':
      return <Block element={element} />
  }
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
    case 'progress':
      return <BLOCKS.progress element={element} />
  }
}
