import { type InputHTMLAttributes, type ReactNode, type Ref } from 'react'
import { runAfterPress } from './after-press.ts'
import { FieldFrame, type FieldText } from './field-frame.tsx'

export interface FieldProps extends InputHTMLAttributes<HTMLInputElement>, FieldText {
  /** Stands at the end of the input: a button that belongs to it. */
  readonly after?: ReactNode
  readonly ref?: Ref<HTMLInputElement>
}

/** A labelled input; its hint and its error are tied to it. */
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
