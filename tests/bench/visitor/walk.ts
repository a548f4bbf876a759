import { brotliCompressSync } from 'node:zlib'
import { openPage, painted, quiet } from './page.ts'
import type { Probe } from './probe.ts'
import { STORY, type Subject } from './subjects.ts'
import { workOf, type Work } from './work.ts'

/** One visitor's walk through the whole funnel, with times in ms since the page was requested. */
export interface Walk extends Work {
  commits: number
  /** Time that the page's thread was busy with 20 typed characters. */
  typingMs: number
  paintMs: number
  /** Time of the first press that was answered. */
  pressMs: number
  /** Time of the second step, after that press. */
  secondMs: number
  /** Time from each press to the paint of the next step. */
  moveMs: number[]
  /** Script requested before the first press, and in total, in bytes as sent. */
  startBytes: number
  wholeBytes: number
  shift: number
  /** Duration of the task in which React takes over the page, if it is long; then the other long tasks after the first paint. */
  takeoverMs: number
  longMs: number[]
  heapBytes: number
}

/** Walks in a browser started for it, where nothing is cached, compiled or warm. `isFast`: on the processor as it is, so that the thread's
 *  own clock counts its work alone; a slowed one waits in that thread, and longer while other programs run. */
export async function walk(subject: Subject, url: string, { isFast = false } = {}): Promise<Walk> {
  const { path, heading, firstChoice, onward, steps, unsent = false, still = false } = subject
  const { hand, tab } = await openPage({ url: url + path, heading, firstChoice, unsent, still, isFast })
  try {
    await painted(hand, 1)
    await quiet(hand)
    let typingMs = NaN
    for (const [index, acts] of steps.entries()) {
      await pause()
      for (const act of acts) await hand.act(act)
      await pause()
      if (acts.some(({ text }) => text === STORY)) {
        const { busyMs } = await workOf(tab)
        await hand.type(TYPED)
        await pause()
        typingMs = (await workOf(tab)).busyMs - busyMs
      }
      await hand.act({ find: onward })
      await painted(hand, index + 2)
    }
    await quiet(hand)
    const work = await workOf(tab)
    const told = await hand.read<Told>(`(${tell.toString()})()`)
    await tab.send('HeapProfiler.enable')
    await tab.send('HeapProfiler.collectGarbage')
    const { usedSize } = await tab.send('Runtime.getHeapUsage')
    return { ...sum(told), ...work, typingMs, heapBytes: usedSize }
  } finally {
    await tab.close()
  }
}

/** Pause before an answer: a press within 600 ms of the paint is taken for a second tap. */
const PAUSE_MS = 650
/** Text of 20 characters, for which there is a goal. */
const TYPED = ' It was raining too.'

const pause = () => new Promise((done) => setTimeout(done, PAUSE_MS))

interface Told extends Pick<Probe, 'shift' | 'longTasks' | 'moves' | 'commits'> {
  paintMs: number
  /** Time when React had taken over; only our page reports it. */
  readyMs: number
  scripts: { askedMs: number; bytes: number }[]
  inline: string
}

/** Reads the page's measurements. Runs in the page. */
function tell(): Told {
  const { shift, longTasks, moves, commits } = window.probe
  const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
  return {
    shift,
    longTasks,
    moves,
    commits,
    paintMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN,
    readyMs: performance.getEntriesByName('leadloom:ready')[0]?.startTime ?? NaN,
    scripts: entries
      .filter(({ name }) => new URL(name).pathname.endsWith('.js'))
      .map(({ startTime, encodedBodySize }) => ({ askedMs: startTime, bytes: encodedBodySize })),
    inline: [...document.scripts]
      .map(({ src, type, text }) => (src || type.includes('json') ? '' : text))
      .join(''),
  }
}

function sum(told: Told): Omit<Walk, keyof Work | 'typingMs' | 'heapBytes'> {
  const { shift, longTasks, moves, commits, paintMs, readyMs, scripts, inline } = told
  const inlineBytes = inline === '' ? 0 : brotliCompressSync(inline).length
  const bytes = (until: number) =>
    scripts.reduce((all, script) => all + (script.askedMs < until ? script.bytes : 0), inlineBytes)
  const pressMs = moves[0]?.pressedMs ?? NaN
  const after = longTasks.filter(({ startMs }) => startMs >= paintMs)
  const takeover = after.find(({ startMs, tookMs }) => startMs <= readyMs && readyMs <= startMs + tookMs)
  return {
    commits,
    paintMs,
    pressMs,
    secondMs: moves[0]?.paintedMs ?? NaN,
    moveMs: moves.map(({ pressedMs, paintedMs }) => paintedMs - pressedMs),
    startBytes: bytes(pressMs),
    wholeBytes: bytes(Infinity),
    shift,
    takeoverMs: takeover?.tookMs ?? 0,
    longMs: after.filter((task) => task !== takeover).map(({ tookMs }) => tookMs),
  }
}
