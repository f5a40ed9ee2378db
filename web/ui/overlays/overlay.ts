/**
 * While a dialog is open, Radix prevents scrolling with a <style> element, which the content security policy rejects
 * without this response's nonce. get-nonce, used by react-remove-scroll, reads the nonce from this global variable.
 */
Reflect.set(
  globalThis,
  '__webpack_nonce__',
  document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content,
)

export const overlayClass =
  'fixed inset-0 z-50 bg-black/50 data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in'
