import type { Plugin } from 'vite'

const imports: readonly (readonly [from: RegExp, instead: string])[] = [
  [/import \* as processors from "\.\.\/core\/json-schema-processors\.js";/, 'const processors = {};'],
  [
    /import \{ createStandardJSONSchemaMethod, createToJSONSchemaMethod \} from "\.\.\/core\/to-json-schema\.js";/,
    'const createStandardJSONSchemaMethod = () => undefined, createToJSONSchemaMethod = () => undefined;',
  ],
]

/** Every schema of Zod has a method that describes it as JSON Schema, 60 kB of source that no page asks for. */
export const zodWithoutJsonSchema = (): Plugin => ({
  name: 'zod-without-json-schema',
  enforce: 'pre',
  transform(code, id) {
    if (!/zod[\\/]v4[\\/]classic[\\/]schemas\.js$/.test(id.split('?')[0] ?? '')) return null
    return { code: imports.reduce((text, [from, instead]) => without(text, from, instead), code), map: null }
  },
})

function without(text: string, from: RegExp, instead: string): string {
  if (!from.test(text)) throw new Error(`zod's schemas have no ${from} any more: look what brings JSON Schema in now`)
  return text.replace(from, instead)
}
