import type { AnchorHTMLAttributes, Ref } from 'react'
import { type To, useHref, useLinkClickHandler } from 'react-router-dom'

export interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  readonly to: To
  /**
   * Whether the page takes the place of this one in the history.
   * @default - a page that is shown already does
   */
  readonly replace?: boolean
  /** For `useLocation` of the page. */
  readonly state?: unknown
  /**
   * Whether the browser opens the page anew.
   * @default false
   */
  readonly reloadDocument?: boolean
  readonly ref?: Ref<HTMLAnchorElement> | undefined
}

/** A link to a page of the product. React Router's own brings the prefetching of its framework, 2 kB on every page. */
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
