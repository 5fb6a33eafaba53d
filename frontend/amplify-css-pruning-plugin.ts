import type { Plugin } from 'vite'

const used = ['alert', 'badge', 'button', 'loader']

const declaration = /(--amplify-components-[\w-]+):[^;]*;/g
const name = /--amplify-components-[\w-]+/g

function keptOf(code: string): ReadonlySet<string> {
  const values = new Map([...code.matchAll(declaration)].map(([text, variable = '']) => [variable, text]))
  const kept = new Set(
    [...values.keys()].filter((variable) => used.some((component) => variable.includes(`-components-${component}-`))),
  )
  // A set grows while it is walked: what is added is walked too.
  for (const variable of kept) {
    for (const [named] of (values.get(variable) ?? '').matchAll(name)) kept.add(named)
  }
  return kept
}

/** The rules for `html`, `body` and every field are removed: the sheet is loaded late, and the page must not shift. */
const ofWholePage = /\nhtml,[\s\S]*(?=\n\[class\*=amplify\])/

/** Amplify's base sheet sets the variables of all its 56 components, 117 kB of them; only those in use are kept. */
export const amplifyCssPruningPlugin = (): Plugin => ({
  name: 'amplify-used-variables',
  enforce: 'pre',
  transform(code, id) {
    if (!/@aws-amplify[\\/]ui-react[\\/]dist[\\/]styles[\\/]base\.layer\.css$/.test(id.split('?')[0] ?? '')) return null
    if (!ofWholePage.test(code))
      throw new Error('Amplify’s base sheet is ordered anew: look what it says of whole pages')
    const kept = keptOf(code)
    return {
      code: code
        .replace(ofWholePage, '')
        .replaceAll(declaration, (text, variable: string) => (kept.has(variable) ? text : '')),
      map: null,
    }
  },
})
