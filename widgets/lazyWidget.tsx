import type { ComponentType } from 'react'
import type { LazyElement } from '../src/flow/elements/lazyElements.ts'
import { APP_PARTS } from './appParts.ts'
import type { LAZY_WIDGETS } from './lazyWidgets.ts'

/** Widgets that few sites show, in a script of their own. It loads before a flow with one renders. */

let loaded: typeof LAZY_WIDGETS | undefined

export async function loadLazyWidgets(): Promise<void> {
  loaded = (await import('./lazyWidgets.ts')).LAZY_WIDGETS
}

type PropsOf<N extends LazyElement> =
  (typeof LAZY_WIDGETS)[N] extends ComponentType<infer P> ? Omit<P, 'parts'> : never

/** Placeholder in the tables for a lazy widget. Throws on render if it has not loaded. */
export function lazyWidget<N extends LazyElement>(name: N) {
  return function LazyWidget(props: PropsOf<N>) {
    if (!loaded) throw new Error(`The widget ${name} was not loaded.`)
    const Widget = loaded[name] as ComponentType<object>
    return <Widget {...props} parts={APP_PARTS} />
  }
}
