/** Addresses that people enter: of web pages, and of pictures. */
import { textLimits } from './texts.ts'

const maxLength = textLimits.webAddress

/** The parsed http(s) address; null for anything else, and for one with a password, which would be shown. */
export function webUrl(text: string): URL | null {
  if (!/^https?:\/\//i.test(text) || /\s/.test(text) || !URL.canParse(text)) return null
  const url = new URL(text)
  return url.username || url.password ? null : url
}

/** What was typed, as https if it names a site without saying how to reach it: "www.example.com". */
export const withScheme = (text: string) =>
  /^[^\s:/@]+\.[^\s:/@]+(\/\S*)?$/.test(text.trim()) ? `https://${text.trim()}` : text

/** Whether an address leads to the computer that opens it, so that nobody else can use it. */
export function isOnlyHere(address: string): boolean {
  const name = webUrl(address)?.hostname ?? ''
  return /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(name)
}

export const isWebAddress = (text: string) => text.length <= maxLength && webUrl(text) !== null

/** Pages load images only from this site and over https, so plain http is refused. */
export function isPictureAddress(text: string): boolean {
  const isPath = /^\/(?![/\\])[^\s]*$/.test(text)
  const isSecure = webUrl(text)?.protocol === 'https:'
  return (isPath || isSecure) && text.length <= maxLength
}
