/** Source: spec, section 4 "Tracking ids are polled". */
const EVERY_MS = 5
const LOOKS = 10_000

/** Calls `look` every 5 ms, at most 10,000 times, until it returns true. Pauses while the page is hidden, and continues with the
 *  remaining calls. */
export function poll(
  look: () => boolean,
  page: Pick<Document, 'visibilityState' | 'addEventListener'>,
): void {
  let left = LOOKS
  let timer: ReturnType<typeof setInterval> | undefined
  const stop = () => clearInterval(timer)
  const begin = () => {
    stop()
    timer = setInterval(() => {
      left -= 1
      if (look()) left = 0
      if (left <= 0) stop()
    }, EVERY_MS)
  }
  page.addEventListener('visibilitychange', () => {
    if (page.visibilityState === 'hidden') stop()
    else if (left > 0) begin()
  })
  if (page.visibilityState !== 'hidden') begin()
}
