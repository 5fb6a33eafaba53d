import type { ButtonHTMLAttributes } from 'react'
import { Link, type LinkProps } from 'react-router-dom'
import './button.css'

type Look = 'primary' | 'secondary' | 'plain' | 'remove' | 'danger'
type Size = 'large' | 'regular' | 'small'

interface Looks {
  readonly look?: Look | undefined
  readonly size?: Size | undefined
}

const classOf = ({ look = 'primary', size = 'regular' }: Looks, more = '') =>
  `button button-${look} button-${size} ${more}`.trim()

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement>, Looks {
  readonly busy?: boolean | undefined
  /** Shown, with the button disabled, while `busy`, and while a press waits for the page to come to life. */
  readonly busyText?: string | undefined
}

/** A button that can say that it is working. */
export const Button = ({ look, size, busy = false, busyText, className, children, ...rest }: ButtonProps) => (
  <button
    type="button"
    {...rest}
    data-busy-text={busyText}
    className={classOf({ look, size }, className)}
    disabled={busy || rest.disabled}
  >
    {busy && <span className="button-turning" aria-hidden="true" />}
    {busy ? (busyText ?? children) : children}
  </button>
)

/** A link that looks like a button, because it leads to the next step. */
export const ButtonLink = ({ look, size, className, ...rest }: LinkProps & Looks) => (
  <Link {...rest} className={classOf({ look, size }, className)} />
)
