import { useId, type InputHTMLAttributes, type ReactNode, type Ref } from 'react'
import { afterPress } from './after-press.ts'
import './field.css'

export interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly label: ReactNode
  readonly error?: string | undefined
  readonly hint?: string | undefined
  /** Stands at the end of the input: a button that belongs to it. */
  readonly after?: ReactNode
  /** Id of a text elsewhere that describes the field too. */
  readonly describedBy?: string | undefined
  readonly ref?: Ref<HTMLInputElement>
}

const joined = (...ids: (string | false | undefined)[]) => ids.filter(Boolean).join(' ') || undefined

/** A labelled input; its hint and its error are tied to it. */
export function Field({ label, error, hint, after, describedBy, ref, className = '', onBlur, ...input }: FieldProps) {
  const id = useId()
  const hintId = `${id}-hint`
  const errorId = `${id}-error`
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <div className="field-control">
        <input
          {...input}
          ref={ref}
          onBlur={(event) => afterPress(() => onBlur?.(event))}
          id={id}
          className={`field-input ${className}`.trim()}
          aria-invalid={error ? true : undefined}
          aria-describedby={joined(error && errorId, hint && hintId, describedBy)}
        />
        {after}
      </div>
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
