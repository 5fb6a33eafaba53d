import { type InputHTMLAttributes, type ReactNode, type Ref } from 'react'
import { runAfterPress } from './after-press.ts'
import { FieldFrame, type FieldText } from './field-frame.tsx'

export interface FieldProps extends InputHTMLAttributes<HTMLInputElement>, FieldText {
  readonly after?: ReactNode
  readonly ref?: Ref<HTMLInputElement>
}

export const Field = ({
  label,
  error,
  hint,
  describedBy,
  after,
  ref,
  className = '',
  onBlur,
  ...input
}: FieldProps) => (
  <FieldFrame label={label} error={error} hint={hint} describedBy={describedBy}>
    {(ties) => (
      <div className="field-control">
        <input
          {...input}
          {...ties}
          ref={ref}
          onBlur={(event) => runAfterPress(() => onBlur?.(event))}
          className={`field-input ${className}`.trim()}
        />
        {after}
      </div>
    )}
  </FieldFrame>
)
