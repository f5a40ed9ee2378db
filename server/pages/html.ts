/** Escaping for text that goes into HTML. */

const htmlEscapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes text for use between tags and in quoted attributes. */
export const escapeHtml = (text: string) =>
  text.replaceAll(/[&<>"']/g, (letter) => htmlEscapes[letter] ?? letter)

/** JSON that can't close its own script element and is valid JavaScript. */
export const jsonForHtml = (value: unknown) =>
  JSON.stringify(value).replaceAll(
    /[<>&\u2028\u2029]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
