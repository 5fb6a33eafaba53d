import type { AnchorHTMLAttributes, Ref } from 'react'
import { type To, useHref, useLinkClickHandler } from 'react-router-dom'

export interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  readonly to: To
  /**
   * Replaces the current history entry.
   * @default - true if the page is already shown
   */
  readonly replace?: boolean
  readonly state?: unknown
  readonly reloadDocument?: boolean
  readonly ref?: Ref<HTMLAnchorElement> | undefined
}

/** React Router's own brings its framework's prefetching, 2 kB on every page. */
export function Link({ to, replace, state, reloadDocument = false, target, onClick, children, ...rest }: LinkProps) {
  const follow = useLinkClickHandler(to, {
    state,
    ...(target !== undefined && { target }),
    ...(replace !== undefined && { replace }),
  })
  return (
    <a
      {...rest}
      href={useHref(to)}
      target={target}
      onClick={(event) => {
        onClick?.(event)
        if (!event.defaultPrevented && !reloadDocument) follow(event)
      }}
    >
      {children}
    </a>
  )
}
