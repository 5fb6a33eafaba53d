import { useId, type Ref, type SelectHTMLAttributes } from 'react'
import { FieldError } from './field.tsx'
import './field.css'

interface SelectFieldProps extends SelectHTMLAttributes<HTMLSelectElement> {
  readonly label: string
  /** Value and wording of each option, in their order. */
  readonly options: readonly (readonly [value: string, text: string])[]
  /** Wording of the empty first option; without it one of the options is always chosen. */
  readonly none?: string
  readonly error?: string | undefined
  readonly hint?: string | undefined
  readonly ref?: Ref<HTMLSelectElement>
}

/** One of a few: the browser's own list, which every phone and screen reader knows. */
export function SelectField({ label, options, none, error, hint, ref, ...select }: SelectFieldProps) {
  const id = useId()
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <select
        {...select}
        ref={ref}
        id={id}
        className="field-input"
        aria-invalid={error ? true : undefined}
        aria-describedby={described || undefined}
      >
        {none !== undefined && <option value="">{none}</option>}
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
      {hint && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <FieldError id={`${id}-error`} text={error} />
    </div>
  )
}
