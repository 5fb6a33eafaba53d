import { useId, type Ref, type TextareaHTMLAttributes } from 'react'
import { afterPress } from '../../ui/after-press.ts'
import { FieldError } from '../../ui/field.tsx'

interface CommentFieldProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  readonly label: string
  readonly hint: string
  readonly error?: string | undefined
  readonly ref?: Ref<HTMLTextAreaElement>
}

/** A field of several lines, with its label, its hint and its error. */
export function CommentField({ label, hint, error, ref, onBlur, ...area }: CommentFieldProps) {
  const id = useId()
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <textarea
        {...area}
        ref={ref}
        onBlur={(event) => afterPress(() => onBlur?.(event))}
        id={id}
        rows={3}
        className="field-input withdrawal-comment"
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error ${id}-hint` : `${id}-hint`}
      />
      <p className="field-hint" id={`${id}-hint`}>
        {hint}
      </p>
      <FieldError id={`${id}-error`} text={error} />
    </div>
  )
}
