import { type InputHTMLAttributes, type ReactNode, type Ref } from 'react'
import { runAfterPointerUp } from './run-after-pointer-up.ts'
import { FieldFrame, type FieldTextProps } from './field-frame.tsx'

export interface TextFieldProps extends InputHTMLAttributes<HTMLInputElement>, FieldTextProps {
  readonly after?: ReactNode
  readonly ref?: Ref<HTMLInputElement>
}

export const TextField = ({
  label,
  error,
  hint,
  describedBy,
  after,
  ref,
  className = '',
  onBlur,
  ...input
}: TextFieldProps) => (
  <FieldFrame name={input.name} label={label} error={error} hint={hint} describedBy={describedBy}>
    {(ties) => (
      <div className="field-control">
        <input
          {...input}
          {...ties}
          ref={ref}
          onBlur={(event) => runAfterPointerUp(() => onBlur?.(event))}
          className={`field-input ${className}`.trim()}
        />
        {after}
      </div>
    )}
  </FieldFrame>
)
