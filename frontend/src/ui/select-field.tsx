import { type Ref, type SelectHTMLAttributes } from 'react'
import { FieldFrame, type FieldTextProps } from './field-frame.tsx'

interface SelectFieldProps extends SelectHTMLAttributes<HTMLSelectElement>, FieldTextProps {
  readonly options: readonly (readonly [value: string, text: string])[]
  readonly none?: string
  readonly ref?: Ref<HTMLSelectElement>
}

/** The native select: works on every phone and with every screen reader. */
export const SelectField = ({ label, options, none, error, hint, describedBy, ref, ...select }: SelectFieldProps) => (
  <FieldFrame name={select.name} label={label} error={error} hint={hint} describedBy={describedBy}>
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
