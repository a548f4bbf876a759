import { useCallback } from 'react'
import { useImmer } from 'use-immer'

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
  const [view, update] = useImmer<PageView>({
    size: 'phone',
    scheme: 'light',
    isSlow: false,
    language: null,
    wish: { by: 'keep', step: null, count: 0 },
  })
  const change = useCallback(
    (changed: Partial<PageView>) => update((view) => void Object.assign(view, changed)),
    [update],
  )
  const ask = useCallback(
    (by: Wish['by'], step: string | null = null) =>
      update((view) => {
        view.wish = { by, step, count: view.wish.count + 1 }
      }),
    [update],
  )
  return { view, change, ask }
}
