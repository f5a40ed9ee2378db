/** A part of an XML document, as the reader of camt.053 needs it. The server parses the file. */
export interface XmlElement {
  /** The name without its prefix. */
  name: string
  line: number
  attributes: Readonly<Record<string, string>>
  children: readonly XmlElement[]
  /** Empty for an element that contains others. */
  text: string
}

export const childrenOf = (element: XmlElement | undefined, name: string): XmlElement[] =>
  element?.children.filter((child) => child.name === name) ?? []

/** Follows a path such as "Refs/EndToEndId" to the first element. */
export const elementAt = (element: XmlElement | undefined, path: string): XmlElement | undefined =>
  path
    .split('/')
    .reduce<XmlElement | undefined>(
      (found, name) => found?.children.find((child) => child.name === name),
      element,
    )

export const textAt = (element: XmlElement | undefined, path: string): string =>
  elementAt(element, path)?.text.trim() ?? ''

/** Returns the texts of all elements of a name, however deep, in the order of the file. */
export function textsOf(element: XmlElement | undefined, name: string): string[] {
  if (!element) return []
  if (element.name === name) return [element.text]
  return element.children.flatMap((child) => textsOf(child, name))
}
