import { type Ref, type TextareaHTMLAttributes } from 'react'
import { afterPress } from './after-press.ts'
import { FieldFrame, type FieldWords } from './field-frame.tsx'

interface TextAreaFieldProps extends TextareaHTMLAttributes<HTMLTextAreaElement>, FieldWords {
  readonly ref?: Ref<HTMLTextAreaElement>
}

/** Several lines of text. */
export const TextAreaField = ({
  label,
  error,
  hint,
  describedBy,
  ref,
  rows = 4,
  className = '',
  onBlur,
  ...area
}: TextAreaFieldProps) => (
  <FieldFrame label={label} error={error} hint={hint} describedBy={describedBy}>
    {(ties) => (
      <textarea
        {...area}
        {...ties}
        ref={ref}
        rows={rows}
        onBlur={(event) => afterPress(() => onBlur?.(event))}
        className={`field-input ${className}`.trim()}
      />
    )}
  </FieldFrame>
)
