import { useCallback, useState } from 'react'

/** Request for a visit. `count` distinguishes repeated ones. */
export interface Wish {
  by: 'keep' | 'jump' | 'anew'
  step: string | null
  count: number
}

/** Settings for viewing the page. */
export interface PageView {
  size: 'phone' | 'desk'
  scheme: 'light' | 'dark'
  /** True to slow down responses, as on a phone on slow 4G. */
  isSlow: boolean
  /** Null for the site's first language. */
  language: 'en' | 'es' | null
  wish: Wish
}

export interface PageViewing {
  view: PageView
  change: (changed: Partial<PageView>) => void
  /** Requests a visit. */
  ask: (by: Wish['by'], step?: string) => void
}

export function usePageView(): PageViewing {
  const [view, setView] = useState<PageView>({
    size: 'phone',
    scheme: 'light',
    isSlow: false,
    language: null,
    wish: { by: 'keep', step: null, count: 0 },
  })
  const change = useCallback(
    (changed: Partial<PageView>) => setView((before) => ({ ...before, ...changed })),
    [],
  )
  const ask = useCallback(
    (by: Wish['by'], step: string | null = null) =>
      setView((before) => ({ ...before, wish: { by, step, count: before.wish.count + 1 } })),
    [],
  )
  return { view, change, ask }
}
