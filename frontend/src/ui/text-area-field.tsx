import { type Ref, type TextareaHTMLAttributes } from 'react'
import { runAfterPointerUp } from './run-after-pointer-up.ts'
import { FieldFrame, type FieldTextProps } from './field-frame.tsx'

interface TextAreaFieldProps extends TextareaHTMLAttributes<HTMLTextAreaElement>, FieldTextProps {
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
  <FieldFrame name={area.name} label={label} error={error} hint={hint} describedBy={describedBy}>
    {(ties) => (
      <textarea
        {...area}
        {...ties}
        ref={ref}
        rows={rows}
        onBlur={(event) => runAfterPointerUp(() => onBlur?.(event))}
        className={`field-input ${className}`.trim()}
      />
    )}
  </FieldFrame>
)
