/** Loads the page as the server has it now, and shows nothing of it until then. Unlike a reload it has the browser fill
 *  nothing in. */
export function loadAnew(): void {
  document.documentElement.hidden = true
  location.replace(location.pathname + location.search)
}
