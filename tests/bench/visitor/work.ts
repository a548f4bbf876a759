import type { Tab } from './tab.ts'

/** Work of the page's thread since the page was requested. The browser counts it by the thread's own clock, so that other work on the
 *  machine changes it little; layouts, styles and commits are counts. */
export interface Work {
  /** Time that it was busy in total, and with script. */
  busyMs: number
  scriptMs: number
  layouts: number
  styles: number
}

export async function countWork(tab: Tab): Promise<void> {
  await tab.send('Performance.enable', { timeDomain: 'threadTicks' })
}

export async function workOf(tab: Tab): Promise<Work> {
  const { metrics } = await tab.send('Performance.getMetrics')
  const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? NaN
  return {
    busyMs: of('TaskDuration') * 1000,
    scriptMs: of('ScriptDuration') * 1000,
    layouts: of('LayoutCount'),
    styles: of('RecalcStyleCount'),
  }
}

/** Makes the outbox fail to store its calls, so that nothing is packed, signed or sent. Runs in the page, before its scripts. */
export function keepNoCalls(): void {
  const setItem = Reflect.get(Storage.prototype, 'setItem') as (
    this: Storage,
    key: string,
    value: string,
  ) => void
  Storage.prototype.setItem = function (key, value) {
    if (!key.startsWith('leadloom.out.')) setItem.call(this, key, value)
  }
}
