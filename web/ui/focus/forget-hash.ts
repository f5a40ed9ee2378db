/** Takes `#part` from the address, so that it is followed once: not by a reload, nor by going back to the page. */
export function forgetHash(): void {
  const { pathname, search } = window.location
  window.history.replaceState(window.history.state, '', pathname + search)
}
