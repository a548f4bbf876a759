/** Loads the page from the server, and hides it until then. Unlike a reload, it makes the browser restore no form values. */
export function loadAnew(): void {
  document.documentElement.hidden = true
  location.replace(location.pathname + location.search)
}
