import type { ButtonHTMLAttributes } from 'react'
import { Link, type LinkProps } from 'react-router-dom'
import './button.css'

type ButtonVariant = 'primary' | 'secondary' | 'plain' | 'remove' | 'danger'
type Size = 'large' | 'regular' | 'small'

interface ButtonStyle {
  readonly variant?: ButtonVariant | undefined
  readonly size?: Size | undefined
}

const classOf = ({ variant = 'primary', size = 'regular' }: ButtonStyle, more = '') =>
  `button button-${variant} button-${size} ${more}`.trim()

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement>, ButtonStyle {
  readonly busy?: boolean | undefined
  /** Shown while `busy`, and while a press waits for hydration; the button is then disabled. */
  readonly busyText?: string | undefined
}

export const Button = ({ variant, size, busy = false, busyText, className, children, ...rest }: ButtonProps) => (
  <button
    type="button"
    {...rest}
    data-busy-text={busyText}
    className={classOf({ variant, size }, className)}
    disabled={busy || rest.disabled}
  >
    {busy && <span className="button-turning" aria-hidden="true" />}
    {busy ? (busyText ?? children) : children}
  </button>
)

export const ButtonLink = ({ variant, size, className, ...rest }: LinkProps & ButtonStyle) => (
  <Link {...rest} className={classOf({ variant, size }, className)} />
)
