/** Tells if no one is at the page: no key, press, touch or wheel for a minute. */
export function watchPerson(now: () => number = Date.now): () => boolean {
  let lastAt = now()
  const note = () => {
    lastAt = now()
  }
  for (const event of SIGNS) window.addEventListener(event, note, { capture: true, passive: true })
  return () => now() - lastAt > AWAY_MS
}

const SIGNS = ['keydown', 'pointerdown', 'pointermove', 'touchstart', 'wheel'] as const
const AWAY_MS = 60_000
