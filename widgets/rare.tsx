import type { ComponentType } from 'react'
import type { RareName } from '../src/flow/elements/rare.ts'
import { APP_PARTS } from './appParts.ts'
import type { RARE_WIDGETS } from './rareWidgets.ts'

/** Widgets that few sites show, in a script of their own. It loads before a flow with one renders. */

let loaded: typeof RARE_WIDGETS | undefined

export async function loadRareWidgets(): Promise<void> {
  loaded = (await import('./rareWidgets.ts')).RARE_WIDGETS
}

type PropsOf<N extends RareName> =
  (typeof RARE_WIDGETS)[N] extends ComponentType<infer P> ? Omit<P, 'parts'> : never

/** Placeholder in the tables for a lazy widget. Throws on render if it has not loaded. */
export function rare<N extends RareName>(name: N) {
  return function Rare(props: PropsOf<N>) {
    if (!loaded) throw new Error(`The widget ${name} was not loaded.`)
    const Widget = loaded[name] as ComponentType<object>
    return <Widget {...props} parts={APP_PARTS} />
  }
}
