import escape from 'escape-html'
import { S3StandInError } from './s3-stand-in-error.ts'

/** `text` is the element's own text, entities decoded. */
export interface XmlElement {
  readonly name: string
  readonly children: XmlElement[]
  text: string
}

const namedEntities = new Map(Object.entries({ lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }))

/** The subset that S3's clients send: attributes are skipped, document types refused (entity expansion). */
export function parseXml(source: string): XmlElement {
  const root: XmlElement = { name: '', children: [], text: '' }
  const open = [root]
  for (const [token] of source.replace(/^\uFEFF?\s*<\?[^>]*\?>/, '').matchAll(/<[^>]*>|[^<]+/g)) {
    const parent = open.at(-1)
    if (!parent) throw malformed()
    if (!token.startsWith('<')) parent.text += decode(token)
    else if (token.startsWith('</')) close(open, token.slice(2, -1).trim())
    else openElement(open, parent, token)
  }
  const [first, ...more] = root.children
  if (!first || more.length > 0 || open.length !== 1) throw malformed()
  return first
}

function openElement(open: XmlElement[], parent: XmlElement, token: string): void {
  const [, name, slash] = /^<([A-Za-z_][\w.:-]*)(?:\s[^>]*?)?(\/?)>$/.exec(token) ?? []
  if (name === undefined) throw malformed()
  const element: XmlElement = { name, children: [], text: '' }
  parent.children.push(element)
  if (slash === '') open.push(element)
}

function close(open: XmlElement[], name: string): void {
  const element = open.pop()
  if (element?.name !== name || open.length === 0) throw malformed()
}

function decode(text: string): string {
  return text.replaceAll(/&(?:#x([0-9a-fA-F]{1,6})|#(\d{1,7})|(\w+));/g, (_, hex, decimal, name) => {
    if (name !== undefined) return namedEntities.get(String(name)) ?? refuse()
    const point = hex === undefined ? Number(decimal) : Number.parseInt(String(hex), 16)
    return point <= 0x10ffff ? String.fromCodePoint(point) : refuse()
  })
}

function refuse(): never {
  throw malformed()
}

function malformed(): S3StandInError {
  return new S3StandInError(400, 'MalformedXML', 'The XML you provided was not well-formed.')
}

export function getChildText(element: XmlElement, name: string): string | undefined {
  return element.children.find((child) => child.name === name)?.text
}

/** Already escaped XML. */
export interface RawXml {
  readonly xml: string
}
type Content = RawXml | string | number | boolean | undefined

/** Strings are escaped; undefined content is left out. */
export function writeXmlElement(name: string, ...content: readonly Content[]): RawXml {
  return { xml: `<${name}>${content.map((part) => written(part)).join('')}</${name}>` }
}

/** An element per entry, e.g. `writeXmlFields({ Key: 'a', Size: 1 })`; undefined values are left out. */
export function writeXmlFields(values: Readonly<Record<string, string | number | boolean | undefined>>): RawXml {
  const present = Object.entries(values).filter(([, value]) => value !== undefined)
  return { xml: present.map(([name, value]) => writeXmlElement(name, value).xml).join('') }
}

export function writeXmlDocument(name: string, ...content: readonly Content[]): string {
  const body = content.map((part) => written(part)).join('')
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${name} xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${body}</${name}>`
}

function written(part: Content): string {
  if (part === undefined) return ''
  return typeof part === 'object' ? part.xml : escape(String(part))
}
