// While a dialog is open, Radix keeps the page still with a <style> element of its own, which the
// content security policy refuses without the nonce of this response. The package that writes the
// element (get-nonce, beneath react-remove-scroll) looks for it in this global.
Reflect.set(
  globalThis,
  '__webpack_nonce__',
  document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content,
)
