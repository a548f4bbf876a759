/** Keeps what is pinned to the bottom of the screen above the on-screen keyboard, where that covers the page instead of resizing it: on
 *  iOS, which ignores `interactive-widget`. A page that is zoomed in stays as it is. */
export function followKeyboard(): void {
  const view = window.visualViewport
  if (!view) return
  const { style } = document.documentElement
  const follow = () => {
    const coveredPx =
      view.scale === 1 ? Math.max(0, Math.round(innerHeight - view.height - view.offsetTop)) : 0
    const lift = coveredPx > 0 ? `${coveredPx}px` : ''
    if (style.getPropertyValue('--keyboard') !== lift) style.setProperty('--keyboard', lift)
  }
  view.addEventListener('resize', follow)
  view.addEventListener('scroll', follow)
}
