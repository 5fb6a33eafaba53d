import { useId, type ReactNode } from 'react'
import './field.css'

export interface FieldText {
  readonly label: ReactNode
  readonly error?: string | undefined
  readonly hint?: string | undefined
  /** Id of a text elsewhere that describes the field too. */
  readonly describedBy?: string | undefined
}

/** What ties an input to its label, its hint and its error. */
export interface FieldAria {
  readonly id: string
  readonly 'aria-invalid': true | undefined
  readonly 'aria-describedby': string | undefined
}

interface FieldFrameProps extends FieldText {
  readonly children: (ties: FieldAria) => ReactNode
}

/** An input with its label above, its hint and its error below. */
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

/** The error of a field, announced when it appears. */
export const FieldError = ({ id, text }: { readonly id: string; readonly text: string | undefined }) => (
  <p className="field-error" id={id} aria-live="polite">
    {text}
  </p>
)
