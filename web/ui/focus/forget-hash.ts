/** Removes `#part` from the URL, so that reloading or going back doesn't follow it again. */
export function forgetHash(): void {
  const { pathname, search } = window.location
  window.history.replaceState(window.history.state, '', pathname + search)
}
