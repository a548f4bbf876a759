/** For a button that goes with what it does: the part of the page that it stands in takes the focus, and Tab goes on from
 *  there. */
export function handOver(button: HTMLElement): void {
  button.closest<HTMLElement>('[tabindex="-1"]')?.focus({ preventScroll: true })
}
