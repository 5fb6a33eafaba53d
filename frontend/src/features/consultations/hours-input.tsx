import { type InputHTMLAttributes, type Ref, useId } from 'react'
import { FieldError } from '../../ui/field-frame.tsx'
import { useRefusedField } from '../../ui/refused-fields.tsx'
import { runAfterPointerUp } from '../../ui/run-after-pointer-up.ts'

interface HoursInputProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly label: string
  readonly error: string | undefined
  readonly unit?: string
  readonly ref?: Ref<HTMLInputElement>
}

function HoursInput({ label, error, unit, ref, onBlur, ...input }: HoursInputProps) {
  const id = useId()
  const { refusal } = useRefusedField(input.name)
  const problem = refusal ?? error
  return (
    <>
      <span className="hours-input">
        <input
          {...input}
          ref={ref}
          onBlur={(event) => runAfterPointerUp(() => onBlur?.(event))}
          aria-label={label}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? id : undefined}
          className="field-input"
        />
        {unit && <span aria-hidden="true">{unit}</span>}
      </span>
      <FieldError id={id} text={problem} />
    </>
  )
}

/** Not `type="time"`: a browser shows it in its own language, such as `02:00 PM`. */
export const TimeInput = (props: HoursInputProps) => (
  <HoursInput inputMode="numeric" maxLength={5} placeholder="00:00" required {...props} />
)

export const NumberInput = (props: HoursInputProps) => (
  <HoursInput type="number" inputMode="numeric" required {...props} />
)
