import type { ComponentType } from 'react'
import { lazy, WhileLoading } from './lazy.tsx'
import { runOnFirstInteraction } from './on-first-interaction.ts'

/** Its code is loaded on the first interaction with the page, so that it opens at once, even offline. */
export function lazyDialog<Props extends object>(download: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const Dialog = lazy<Props>(async () => ({ default: await download() }))
  // A failed download is repeated when the component renders.
  runOnFirstInteraction(() => void Dialog.load().catch(() => undefined))
  return (props) => (
    <WhileLoading>
      <Dialog {...props} />
    </WhileLoading>
  )
}
