/**
 * While a dialog is open, Radix uses a <style> element to prevent scrolling. The content security policy rejects the
 * element without this response's nonce. The get-nonce package, which react-remove-scroll uses, reads the nonce from
 * this global variable.
 */
Reflect.set(
  globalThis,
  '__webpack_nonce__',
  document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content,
)

export const overlayClass =
  'fixed inset-0 z-50 bg-black/50 data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in'
