import type { FastifyRequest } from 'fastify'

const htmlEscapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export const escapeHtml = (text: string) =>
  text.replaceAll(/[&<>"']/g, (letter) => htmlEscapes[letter] ?? letter)

/** Returns JSON that is valid JavaScript and can't close its script element. */
export const jsonForHtml = (value: unknown) =>
  JSON.stringify(value).replaceAll(
    /[<>&\u2028\u2029]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** True if a browser requests the URL as a page. */
export const acceptsHtml = ({ headers }: FastifyRequest) =>
  headers.accept?.includes('text/html') ?? false
