import type { ElementOf } from '../schemas/elements/element.ts'
import { buyerNames } from '../src/flow/consent/buyerNames.ts'
import { fieldOf } from '../src/flow/answers/fields.ts'
import { asMarkup, fillIn, placeholderField } from '../src/flow/placeholders.ts'
import { useReading, useStep } from './context.ts'

/** A block of text. */
export function Html({ element: { html } }: { element: ElementOf<'html'> }) {
  const { flow, offer_key } = useStep()
  return <Prose html={html} buyers={buyerNames(flow, offer_key)} />
}

/** Text with markup. Checked at publish, so it cannot run or load anything. Values are filled in as escaped text between its tags, so
 *  that none can change it. Source: spec, section 2 "Reusable widgets". */
export function Prose({ html, buyers, hidden }: ProseProps) {
  const { fields } = useReading()
  const filled = fillIn(html, (name) => {
    if (name === 'buyers') return asMarkup([...buyers])
    const field = placeholderField(name)
    if (field === undefined) return ''
    const value = asMarkup(fieldOf(fields, field))
    return `<bdi${NUMBER.test(value) ? ' class="number"' : ''}>${value}</bdi>`
  })
  return <div className="prose" hidden={hidden} dangerouslySetInnerHTML={{ __html: filled }} />
}

interface ProseProps {
  html: string
  /** Names for {{buyers}}. */
  buyers: readonly string[]
  hidden?: boolean
}

/** A phone number, with a country code at most: as much as fits on one line of any phone. */
const NUMBER = /^[\d ()+.-]{1,17}$/
