// While a dialog is open, Radix prevents scrolling with a <style> element, which the CSP rejects without this
// response's nonce. get-nonce, used by react-remove-scroll, reads the nonce from this global.
Reflect.set(
  globalThis,
  '__webpack_nonce__',
  document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content,
)
