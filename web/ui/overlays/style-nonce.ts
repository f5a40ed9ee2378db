// While a dialog is open, Radix prevents the page from scrolling with a <style> element, which the
// content security policy refuses without this response's nonce. The package that creates the
// element (get-nonce, used by react-remove-scroll) reads it from this global.
Reflect.set(
  globalThis,
  '__webpack_nonce__',
  document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content,
)
