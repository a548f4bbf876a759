/** Source: spec, section 4 "Tracking ids are polled". */
const EVERY_MS = 5
const LOOKS = 10_000

/** Looks every 5 ms, at most 10,000 times, until `look` says that it has seen all. While the page is hidden it does not
 *  look; shown again, it goes on with the looks that are left. */
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
