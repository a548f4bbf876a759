import type { CSSProperties } from 'react'
import type { StepSketch } from '../../author/edit/stepSketch.ts'
import './thumb.css'

interface Props {
  sketch: StepSketch
  brand: string
  /** Color of the site’s buttons. */
  accent: string
  /** Width of the picture; a phone’s page is drawn in it. */
  width: number
}

/** Small picture of a step's page on a phone. */
export function StepThumb({ sketch: { title, hint, parts }, brand, accent, width }: Props) {
  const scale = { '--thumb-scale': width / PHONE, '--thumb-accent': accent } as CSSProperties
  return (
    <div className="thumb" style={scale} aria-hidden>
      <div className="thumb-page">
        <div className="thumb-brand">{brand}</div>
        <div className="thumb-title">{title}</div>
        {hint !== undefined && <div className="thumb-hint">{hint}</div>}
        {parts.slice(0, MOST_PARTS).map(({ kind, text }, index) => (
          <div key={index} className="thumb-part" data-kind={kind}>
            {kind === 'slider' ? <i /> : text}
          </div>
        ))}
      </div>
    </div>
  )
}

/** Width of a phone’s page in CSS pixels. */
const PHONE = 360
const MOST_PARTS = 7
