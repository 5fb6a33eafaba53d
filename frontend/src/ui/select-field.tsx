import { type Ref, type SelectHTMLAttributes } from 'react'
import { FieldFrame, type FieldText } from './field-frame.tsx'

interface SelectFieldProps extends SelectHTMLAttributes<HTMLSelectElement>, FieldText {
  /** Value and wording of each option, in their order. */
  readonly options: readonly (readonly [value: string, text: string])[]
  /** Wording of the empty first option; without it one of the options is always chosen. */
  readonly none?: string
  readonly ref?: Ref<HTMLSelectElement>
}

/** One of a few: the browser's own list, which every phone and screen reader knows. */
export const SelectField = ({ label, options, none, error, hint, describedBy, ref, ...select }: SelectFieldProps) => (
  <FieldFrame label={label} error={error} hint={hint} describedBy={describedBy}>
    {(ties) => (
      <select {...select} {...ties} ref={ref} className="field-input">
        {none !== undefined && <option value="">{none}</option>}
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    )}
  </FieldFrame>
)
