/** Moves the focus to the surrounding section when a button disappears on use, so that Tab continues from there. The section loses its
 *  tabindex on blur: otherwise every click on it would focus it, and the next key would draw an outline around it. */
export function moveFocusToSection(button: HTMLElement): void {
  const part = button.closest<HTMLElement>('section, main, [role=group]')
  if (!part) return
  part.tabIndex = -1
  part.addEventListener('blur', () => part.removeAttribute('tabindex'), { once: true })
  part.focus({ preventScroll: true })
}
