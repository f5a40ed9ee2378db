/** Whether the last navigation within the app was back or forward. */
let isBack = false
window.addEventListener('popstate', () => {
  isBack = true
})
// wouter dispatches this event for each new navigation.
window.addEventListener('pushState', () => {
  isBack = false
})

export const wentBack = () => isBack
