/** For a button that goes with what it does: the part of the page that it stands in takes the focus, and Tab goes on from
 *  there. It can have the focus for no longer: else every click on it would give it the focus, and the next key draw a line
 *  around it. */
export function moveFocusToSection(button: HTMLElement): void {
  const part = button.closest<HTMLElement>('section, main, [role=group]')
  if (!part) return
  part.tabIndex = -1
  part.addEventListener('blur', () => part.removeAttribute('tabindex'), { once: true })
  part.focus({ preventScroll: true })
}
