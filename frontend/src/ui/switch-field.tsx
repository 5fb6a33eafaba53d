import { useId } from 'react'
import './field.css'
import './switch-field.css'

interface SwitchFieldProps {
  readonly label: string
  readonly hint?: string
  readonly on: boolean
  readonly disabled?: boolean
  readonly onSwitch: (on: boolean) => void
}

export function SwitchField({ label, hint, on, disabled = false, onSwitch }: SwitchFieldProps) {
  const id = useId()
  return (
    <div className="switch-field">
      <div>
        <label className="switch-label" htmlFor={id}>
          {label}
        </label>
        {hint && (
          <p className="field-hint" id={`${id}-hint`}>
            {hint}
          </p>
        )}
      </div>
      <input
        id={id}
        type="checkbox"
        role="switch"
        aria-checked={on}
        className="switch"
        checked={on}
        disabled={disabled}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={({ target }) => onSwitch(target.checked)}
      />
    </div>
  )
}
