import { useId, type InputHTMLAttributes, type ReactNode, type Ref } from 'react'
import { runAfterPointerUp } from './run-after-pointer-up.ts'
import { FieldError } from './field-frame.tsx'
import { useRefusedField } from './refused-fields.tsx'

interface CheckFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly label: ReactNode
  readonly error?: string | undefined
  readonly ref?: Ref<HTMLInputElement>
}

export function CheckboxField({ label, error, ref, onBlur, 'aria-describedby': hint, ...input }: CheckFieldProps) {
  const id = useId()
  // Checkboxes with a value share one name; their group shows the refusal.
  const { refusal } = useRefusedField(input.value === undefined ? input.name : undefined)
  const problem = refusal ?? error
  const described = [hint, problem && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className="field">
      <div className="check">
        <input
          {...input}
          ref={ref}
          onBlur={(event) => runAfterPointerUp(() => onBlur?.(event))}
          id={id}
          type="checkbox"
          className="check-box"
          aria-invalid={problem ? true : undefined}
          aria-describedby={described || undefined}
        />
        <label className="check-label" htmlFor={id}>
          {label}
        </label>
      </div>
      <FieldError id={`${id}-error`} text={problem} />
    </div>
  )
}
