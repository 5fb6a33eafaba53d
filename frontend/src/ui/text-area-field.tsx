import { type Ref, type TextareaHTMLAttributes } from 'react'
import { runAfterPress } from './after-press.ts'
import { FieldFrame, type FieldText } from './field-frame.tsx'

interface TextAreaFieldProps extends TextareaHTMLAttributes<HTMLTextAreaElement>, FieldText {
  readonly ref?: Ref<HTMLTextAreaElement>
}

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
        onBlur={(event) => runAfterPress(() => onBlur?.(event))}
        className={`field-input ${className}`.trim()}
      />
    )}
  </FieldFrame>
)
