import { textLimits } from './texts.ts'

const maxLength = textLimits.webAddress

/**
 * Returns the parsed http(s) URL. Returns null for any other string and for a URL that contains a password, because
 * URLs are displayed.
 */
export function webUrl(text: string): URL | null {
  if (!/^https?:\/\//i.test(text) || /\s/.test(text) || !URL.canParse(text)) return null
  const url = new URL(text)
  return url.username || url.password ? null : url
}

export const withScheme = (text: string) =>
  /^[^\s:/@]+\.[^\s:/@]+(\/\S*)?$/.test(text.trim()) ? `https://${text.trim()}` : text

/** Returns true if the URL can be reached only from the same computer. */
export function isOnlyHere(address: string): boolean {
  const name = webUrl(address)?.hostname ?? ''
  return /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(name)
}

export const isWebAddress = (text: string) => text.length <= maxLength && webUrl(text) !== null

/** Pages load images only from this site or over HTTPS, so plain HTTP is rejected. */
export function isPictureAddress(text: string): boolean {
  const isPath = /^\/(?![/\\])[^\s]*$/.test(text)
  const isSecure = webUrl(text)?.protocol === 'https:'
  return (isPath || isSecure) && text.length <= maxLength
}
