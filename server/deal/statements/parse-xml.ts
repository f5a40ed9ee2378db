/** Parses XML into elements with their lines. Entities of a document type are never expanded. */
import {
  parseXml,
  XmlDocumentType,
  XmlElement as ParsedElement,
  type XmlDocument,
} from '@rgrove/parse-xml'
import type { XmlElement } from '#domain/deal/statements/xml-element.ts'
import { invalid } from '#server/errors.ts'

/** The deepest element of camt.053 is on level 16. */
const maxDepth = 40

export function parseElements(xml: string): XmlElement {
  // The parser counts characters after it has replaced the ends of lines.
  const text = xml.replaceAll(/\r\n?/g, '\n')
  const document = parse(text)
  if (document.children.some((node) => node instanceof XmlDocumentType))
    throw invalid("The file has a document type (DOCTYPE), which a bank's statement never has.")
  if (!document.root) throw invalid('The file has no XML element.')
  return elementOf(document.root, lineFinder(text), 0)
}

function parse(text: string): XmlDocument {
  try {
    return parseXml(text, { includeOffsets: true, preserveDocumentType: true })
  } catch (error) {
    // Too many nested elements exhaust the stack.
    if (!(error instanceof Error)) throw error
    const [reason = ''] = error instanceof RangeError ? [] : error.message.split('\n')
    throw invalid(`The file isn't well-formed XML. ${reason}`.trim())
  }
}

/** Returns a function that counts lines from where it counted last, because elements are visited in their order. */
function lineFinder(text: string) {
  const nextEnd = (from: number) => {
    const at = text.indexOf('\n', from)
    return at < 0 ? text.length : at
  }
  let line = 1
  let end = nextEnd(0)
  return (offset: number) => {
    for (; end < offset; end = nextEnd(end + 1)) line += 1
    return line
  }
}

function elementOf(
  element: ParsedElement,
  lineAt: (offset: number) => number,
  depth: number,
): XmlElement {
  if (depth > maxDepth) throw invalid('The elements of the file are nested too deeply.')
  const line = lineAt(element.start)
  const children = element.children
    .filter((node) => node instanceof ParsedElement)
    .map((child) => elementOf(child, lineAt, depth + 1))
  return {
    ...{ name: element.name.replace(/^.*:/, ''), line, attributes: element.attributes, children },
    text: children.length > 0 ? '' : element.text,
  }
}
