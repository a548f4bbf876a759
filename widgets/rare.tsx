import type { ComponentType } from 'react'
import type { RareName } from '../src/flow/elements/rare.ts'
import { GIVEN } from './given.ts'
import type { RARE_WIDGETS } from './rareWidgets.ts'

/** Widgets that few sites show stand in a script of their own. It is there before a flow that shows one is drawn. */

let loaded: typeof RARE_WIDGETS | undefined

export async function loadRareWidgets(): Promise<void> {
  loaded = (await import('./rareWidgets.ts')).RARE_WIDGETS
}

type PropsOf<N extends RareName> =
  (typeof RARE_WIDGETS)[N] extends ComponentType<infer P> ? Omit<P, 'given'> : never

/** Stands in the tables for a widget that is loaded. Throws at the first drawing where none is. */
export function rare<N extends RareName>(name: N) {
  return function Rare(props: PropsOf<N>) {
    if (!loaded) throw new Error(`The widget ${name} was not loaded.`)
    const Widget = loaded[name] as ComponentType<object>
    return <Widget {...props} given={GIVEN} />
  }
}
