import type { ReactNode } from 'react'
import type { Element } from '../../../../schemas/elements/element.ts'
import type { Step } from '../../../../schemas/flow/flow.ts'

/** A step as a small picture of lines and boxes for its parts. */
export function StepPicture({ step }: { step: Step }) {
  const parts = step.questions.flatMap(partsOf)
  let top = 20
  return (
    <svg viewBox="0 0 120 96" className="step-picture" aria-hidden>
      <rect className="line strong" x={12} y={8} width={64} height={5} rx={2} />
      {parts.map(({ height, draw }, index) => {
        const y = top
        top += height + 5
        return (
          <g key={index} transform={`translate(12 ${y})`}>
            {draw}
          </g>
        )
      })}
    </svg>
  )
}

interface Part {
  height: number
  draw: ReactNode
}

/** Width of a page in characters, in the picture's units. */
const WIDTH = 96

function partsOf(element: Element): Part | Part[] {
  if ('elements' in element) return cards(element.elements.length)
  if (element.type === 'submit')
    return { height: 11, draw: <rect className="act" width={WIDTH} height={11} rx={3} /> }
  switch (element.widget) {
    case 'radio':
      return rows((y) => <circle className="box" cx={4} cy={y + 4} r={3.5} />)
    case 'multi_select':
      return rows((y) => <rect className="box" x={0.5} y={y + 0.5} width={7} height={7} rx={1.5} />)
    case 'textarea':
      return {
        height: 32,
        draw: <rect className="box" x={0.5} y={0.5} width={WIDTH - 1} height={31} rx={3} />,
      }
    case 'dropdown':
      return {
        height: 14,
        draw: (
          <>
            {box(0, WIDTH)}
            <path className="stroke" d={`M${WIDTH - 12} 5l3.5 4 3.5-4`} />
          </>
        ),
      }
    case 'injury_date':
      return boxes(2)
    case 'date_of_birth':
      return boxes(3)
    case 'vehicle':
      return [boxes(1), boxes(1), boxes(1)]
    case 'consent':
    case 'html':
      return {
        height: 10,
        draw: [0, 4, 8].map((y) => (
          <rect key={y} className="line" y={y} width={y === 8 ? 60 : WIDTH} height={2} rx={1} />
        )),
      }
    default:
      return boxes(1)
  }
}

function box(x: number, width: number): ReactNode {
  return <rect key={x} className="box" x={x + 0.5} y={0.5} width={width - 1} height={13} rx={3} />
}

function boxes(count: number): Part {
  const width = (WIDTH - 4 * (count - 1)) / count
  return { height: 14, draw: Array.from({ length: count }, (_, index) => box(index * (width + 4), width)) }
}

function cards(count: number): Part {
  const width = (WIDTH - 6 * (count - 1)) / count
  return {
    height: 28,
    draw: Array.from({ length: count }, (_, index) => (
      <g key={index} transform={`translate(${index * (width + 6)} 0)`}>
        <rect className="box" x={0.5} y={0.5} width={width - 1} height={27} rx={4} />
        <rect className="line" x={width / 2 - 9} y={12} width={18} height={4} rx={2} />
      </g>
    )),
  }
}

function rows(mark: (y: number) => ReactNode): Part {
  return {
    height: 33,
    draw: [0, 12, 24].map((y) => (
      <g key={y}>
        {mark(y)}
        <rect className="line" x={13} y={y + 2.5} width={y === 12 ? 62 : 48} height={3} rx={1.5} />
      </g>
    )),
  }
}
