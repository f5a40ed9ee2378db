/** Whether the last navigation within the application went back or forward, and not to a new place. */
let isBack = false
window.addEventListener('popstate', () => {
  isBack = true
})
// wouter dispatches this event for each new navigation.
window.addEventListener('pushState', () => {
  isBack = false
})

export const wentBack = () => isBack
