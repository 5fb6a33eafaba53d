import { useId, type Ref, type TextareaHTMLAttributes } from 'react'
import { FieldError } from './field.tsx'
import './field.css'

interface TextAreaFieldProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  readonly label: string
  readonly error?: string | undefined
  readonly hint?: string | undefined
  readonly ref?: Ref<HTMLTextAreaElement>
}

/** Several lines of text. */
export function TextAreaField({ label, error, hint, ref, rows = 4, ...area }: TextAreaFieldProps) {
  const id = useId()
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <textarea
        {...area}
        ref={ref}
        id={id}
        rows={rows}
        className="field-input"
        aria-invalid={error ? true : undefined}
        aria-describedby={described || undefined}
      />
      {hint && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <FieldError id={`${id}-error`} text={error} />
    </div>
  )
}
