import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { transform } from 'lightningcss'
import { expect, inject, test } from 'vitest'

const folder = inject('siteFolder')
const read = (file: string) => readFileSync(join(folder, file), 'utf8')
const order = /@layer ([^;{]*);/.exec(readFileSync('frontend/src/styles/layers.css', 'utf8'))?.[1]?.split(/,\s*/) ?? []

/** Layer names in a browser's order; '' for rules outside of layers. */
function layersIn(css: string): readonly string[] {
  const met = new Set<string>()
  transform({
    filename: 'built.css',
    code: Buffer.from(css),
    visitor: {
      StyleSheet({ rules }) {
        for (const rule of rules) {
          if (rule.type === 'layer-statement') for (const name of rule.value.names) met.add(name.join('.'))
          else met.add(rule.type === 'layer-block' ? (rule.value.name?.join('.') ?? '') : '')
        }
      },
    },
  })
  return [...met]
}

const sheets = globSync('assets/*.css', { cwd: folder })

test('every style sheet of the site, those of libraries too, lies in the layers of layers.css', () => {
  expect(sheets.length).toBeGreaterThan(20)
  expect(sheets.flatMap((file) => layersIn(read(file)).filter((layer) => !order.includes(layer)))).toEqual([])
})

test.each(globSync('**/*.html', { cwd: folder }))(
  '%s puts the layers in order before any other sheet is there',
  (file) => {
    const [, css = ''] = /<style>(.*?)<\/style>/s.exec(read(file)) ?? []

    expect(layersIn(css)).toEqual(order)
  },
)
