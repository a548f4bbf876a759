import { Anchor } from '@mantine/core'
import { createContext, use, type ReactNode } from 'react'

/** A place in a flow file, or in a file beside it. */
export interface TextPlace {
  file?: string | undefined
  line: number
  column?: number
}

/** Opener of a place: by an address, or within the page; null if neither works. */
export type PlaceOpener =
  | { hrefOf: (place: TextPlace) => string; title: (text: string) => string }
  | {
      goTo: (place: TextPlace) => void
      title: (text: string) => string
      canGo: (place: TextPlace) => boolean
    }

export const PlaceOpening = createContext<PlaceOpener | null>(null)

/** A link to a place. */
export function Place({ at, children }: { at: TextPlace; children: string }): ReactNode {
  const opener = use(PlaceOpening)
  const looks = { className: 'place', underline: 'always', title: opener?.title(children) } as const
  if (opener && 'hrefOf' in opener)
    return (
      <Anchor {...looks} href={opener.hrefOf(at)}>
        {children}
      </Anchor>
    )
  if (opener?.canGo(at))
    return (
      <Anchor {...looks} component="button" type="button" onClick={() => opener.goTo(at)}>
        {children}
      </Anchor>
    )
  return <span className="place">{children}</span>
}
