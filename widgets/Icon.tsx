import type { ElementOf } from '../schemas/elements/element.ts'

type IconName = NonNullable<ElementOf<'choice'>['icon']> | 'out' | 'phone'

/** A picture of a few strokes, in the color of the text around it. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={STROKES[name]} />
    </svg>
  )
}

/** Our own drawings on a 24 by 24 grid. */
const STROKES: Record<IconName, string> = {
  yes: 'M5 12.5l4.5 4.5L19 7.5',
  no: 'M6.5 6.5l11 11m0-11l-11 11',
  car: 'M4 16v-3.5l2-5h12l2 5V16zm0 0v2.5h2.5V16m11 0v2.5H20V16M4.5 12.5h15M7 14.3h.01m9.99 0h.01',
  work: 'M4 8.5h16v10.5H4zM9 8.5V6h6v2.5M4 13h16',
  home: 'M4 11.5L12 5l8 6.5M6.5 10v9h11v-9M10.5 19v-5h3v5',
  sun: 'M12 8a4 4 0 1 1 0 8a4 4 0 0 1 0-8zM12 2.5V5m0 14v2.5M2.5 12H5m14 0h2.5M5.3 5.3L7 7m10 10l1.7 1.7M5.3 18.7L7 17M17 7l1.7-1.7',
  heart: 'M12 19.5s-7.5-4.5-7.5-10A4 4 0 0 1 12 7.5a4 4 0 0 1 7.5 2c0 5.5-7.5 10-7.5 10z',
  coin: 'M12 4a8 8 0 1 1 0 16a8 8 0 0 1 0-16zm0 4v8m2.3-6.5c-.5-.8-1.3-1-2.3-1c-3 0-3 3.3 0 3.5s3 3.5 0 3.5c-1 0-1.8-.2-2.3-1',
  out: 'M9.5 5.5h9v9M18 6L6 18',
  phone:
    'M6.5 4h3l1.5 4.5-2 1.5c1 2.2 2.8 4 5 5l1.5-2 4.5 1.5v3c0 1-1 2-2 2C10.8 19 5 13.2 4.5 6c0-1 1-2 2-2z',
  book: 'M12 6.5C10 5 7.5 5 4.5 5v13c3 0 5.5 0 7.5 1.5c2-1.5 4.5-1.5 7.5-1.5V5c-3 0-5.5 0-7.5 1.5zm0 0v13',
}
