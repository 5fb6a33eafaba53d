import { type ButtonHTMLAttributes, useEffect, useState } from 'react'
import './button.css'
import { Link, type LinkProps } from './link.tsx'

type ButtonVariant = 'primary' | 'secondary' | 'plain' | 'remove' | 'danger'
type Size = 'large' | 'regular' | 'small'

interface ButtonStyle {
  readonly variant?: ButtonVariant | undefined
  readonly size?: Size | undefined
}

const classOf = ({ variant = 'primary', size = 'regular' }: ButtonStyle, more = '') =>
  `button button-${variant} button-${size} ${more}`.trim()

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement>, ButtonStyle {
  readonly busy?: boolean | undefined
  /** Shown while `busy`, which disables the button, and while a press waits for hydration. */
  readonly busyText?: string | undefined
}

const SLOW_MS = 5000
const SLOW_TEXT = 'Está tardando más de lo normal...'

function useIsSlow(busy: boolean): boolean {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    if (!busy) return undefined
    const timer = setTimeout(() => setSlow(true), SLOW_MS)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [busy])
  return busy && isSlow
}

export function Button({ variant, size, busy = false, busyText, className, children, ...rest }: ButtonProps) {
  const isSlow = useIsSlow(busy)
  return (
    <>
      <button
        type="button"
        {...rest}
        data-busy-text={busyText}
        className={classOf({ variant, size }, className)}
        disabled={busy || rest.disabled}
      >
        {busy && <span className="button-turning" aria-hidden="true" />}
        {isSlow ? SLOW_TEXT : busy ? (busyText ?? children) : children}
      </button>
      {isSlow && (
        <span role="status" className="visually-hidden">
          {SLOW_TEXT}
        </span>
      )}
    </>
  )
}

export const ButtonLink = ({ variant, size, className, ...rest }: LinkProps & ButtonStyle) => (
  <Link {...rest} className={classOf({ variant, size }, className)} />
)
