import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { gzipSync } from 'node:zlib'
import { cleanup, render, screen } from '@testing-library/preact'
import { afterEach, describe, expect, test } from 'vitest'
import { DrawingImage } from '../../../frontend/src/drawings/drawing.tsx'
import { drawingFiles } from '../../../frontend/src/drawings/index.ts'

const folder = 'frontend/src/drawings'
type Name = keyof typeof drawingFiles
const names = Object.keys(drawingFiles) as Name[]
const read = (name: Name) => readFileSync(`${folder}/${name}.svg`, 'utf8')
const parsed = (name: Name) => new DOMParser().parseFromString(read(name), 'image/svg+xml')
const everyElement = (name: Name) => [...parsed(name).querySelectorAll('*')]
const attributes = (name: Name) => everyElement(name).flatMap((element) => [...element.attributes])
const values = (name: Name, ...wanted: string[]) =>
  attributes(name).flatMap((attribute) => (wanted.includes(attribute.name) ? [attribute.value] : []))

const tokens = new Set(readFileSync('frontend/src/styles/tokens.css', 'utf8').match(/#[\da-f]{6}\b/g))
/** No scripts, text or external content: only shapes and clip paths. */
const shapes = new Set(['svg', 'g', 'path', 'circle', 'clipPath'])

const lineWeight = (width: number) => {
  if (width <= 320) return '2'
  if (width <= 480) return '2.5'
  return width <= 720 ? '3' : '4'
}

/** No visitor loads `og`: it becomes the preview picture on other sites and contains the name as outlines. */
const weightLimit = (name: Name) => {
  if (name === 'og') return { bytes: 32_000, compressed: 14_000 }
  return name === 'hero' ? { bytes: 25_000, compressed: 9000 } : { bytes: 12_000, compressed: 6000 }
}

afterEach(cleanup)

test('every file of the folder is in the catalogue', () => {
  const files = globSync(`${folder}/*.svg`).map((file) => basename(file, '.svg'))

  expect(files.toSorted()).toEqual(names.toSorted())
})

describe.each(names)('%s', (name) => {
  const { src, width, height } = drawingFiles[name]

  test('is as large as the catalogue says', () => {
    const { attributes: own } = parsed(name).documentElement

    expect(['viewBox', 'width', 'height'].map((wanted) => own.getNamedItem(wanted)?.value)).toEqual([
      `0 0 ${width} ${height}`,
      `${width}`,
      `${height}`,
    ])
    expect(src).toContain(`${name}.svg`)
  })

  test('is painted with the tokens only', () => {
    const strange = values(name, 'fill', 'stroke', 'stop-color', 'color').filter(
      (colour) => colour !== 'none' && !tokens.has(colour),
    )

    expect(strange).toEqual([])
  })

  test('is drawn in the line of its size', () => {
    expect(values(name, 'stroke-width')).toEqual([lineWeight(width)])
    expect(values(name, 'stroke-linejoin')).toEqual(['round'])
    expect(values(name, 'transform', 'opacity')).toEqual([])
  })

  test('holds shapes and nothing else', () => {
    const strangers = everyElement(name).flatMap(({ localName }) => (shapes.has(localName) ? [] : [localName]))
    const references = attributes(name).filter(
      (attribute) => /^(style|class|(xlink:)?href|on\w+)$/.test(attribute.name) || /url\((?!#)/.test(attribute.value),
    )
    const ids = values(name, 'id')

    expect(strangers).toEqual([])
    expect(references.map((attribute) => attribute.name)).toEqual([])
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('stays below its weight', () => {
    const limit = weightLimit(name)

    expect(Buffer.byteLength(read(name))).toBeLessThanOrEqual(limit.bytes)
    expect(gzipSync(read(name)).byteLength).toBeLessThanOrEqual(limit.compressed)
  })
})

test('a drawing is silent, waits until it is near and keeps its place', () => {
  render(<DrawingImage name="fatiga" />)

  const picture = screen.getByRole('presentation')
  expect(picture.getAttribute('alt')).toBe('')
  expect(picture.getAttribute('src')).toBe(drawingFiles.fatiga.src)
  expect(['width', 'height', 'loading', 'decoding'].map((name) => picture.getAttribute(name))).toEqual([
    '560',
    '420',
    'lazy',
    'async',
  ])
})

test('a drawing that says something is called by what it says', () => {
  render(<DrawingImage name="retrato" alt="Retrato de nuestro experto" />)

  expect(screen.getByRole('img', { name: 'Retrato de nuestro experto' })).toBeDefined()
})

test('a drawing of the first screen does not wait', () => {
  render(<DrawingImage name="hero" eager />)

  expect(screen.getByRole('presentation').getAttribute('loading')).toBe('eager')
})
