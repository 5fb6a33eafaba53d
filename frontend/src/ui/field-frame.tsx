import { useId, type ReactNode } from 'react'
import './field.css'

export interface FieldTextProps {
  readonly label: ReactNode
  readonly error?: string | undefined
  readonly hint?: string | undefined
  readonly describedBy?: string | undefined
}

export interface FieldAriaProps {
  readonly id: string
  readonly 'aria-invalid': true | undefined
  readonly 'aria-describedby': string | undefined
}

interface FieldFrameProps extends FieldTextProps {
  readonly children: (ties: FieldAriaProps) => ReactNode
}

export function FieldFrame({ label, error, hint, describedBy, children }: FieldFrameProps) {
  const id = useId()
  const hintId = `${id}-hint`
  const errorId = `${id}-error`
  const described = [error && errorId, hint && hintId, describedBy].filter(Boolean).join(' ')
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': described || undefined,
      })}
      {hint && (
        <p className="field-hint" id={hintId}>
          {hint}
        </p>
      )}
      <FieldError id={errorId} text={error} />
    </div>
  )
}

export const FieldError = ({ id, text }: { readonly id: string; readonly text: string | undefined }) => (
  <p className="field-error" id={id} aria-live="polite">
    {text}
  </p>
)
