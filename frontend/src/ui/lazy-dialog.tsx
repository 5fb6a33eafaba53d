import type { ComponentType } from 'react'
import { lazy, WhileLoading } from './lazy.tsx'
import { runWhenTouched } from './when-touched.ts'

/** A dialog whose code is downloaded when somebody begins to use the page: it opens at once, also where the connection is lost. */
export function lazyDialog<Props extends object>(download: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const Dialog = lazy<Props>(async () => ({ default: await download() }))
  // What cannot be downloaded is asked for again where it is drawn.
  runWhenTouched(() => void Dialog.load().catch(() => undefined))
  return (props) => (
    <WhileLoading>
      <Dialog {...props} />
    </WhileLoading>
  )
}
