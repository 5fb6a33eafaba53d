import { options } from 'preact'
import { flushSync } from 'react-dom'

/**
 * Renders with all effects. Preact runs them after the next picture, and what somebody types until then, before the page has
 * said that it is alive, would be lost (restore-typed-values.ts).
 */
export function renderAtOnce(render: () => void): void {
  const before = { requestAnimationFrame: undefined, ...options }
  const effects: (() => void)[] = []
  options.requestAnimationFrame = (run) => void effects.push(run)
  try {
    flushSync(render)
    for (const run of effects) run()
  } finally {
    Object.assign(options, { requestAnimationFrame: before.requestAnimationFrame })
  }
}
