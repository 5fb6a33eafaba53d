import { useState, type KeyboardEvent, type Ref } from 'react'
import { FieldFrame } from './field-frame.tsx'
import { useRefusedField } from './refused-fields.tsx'
import './combo-field.css'

export interface ComboboxOption {
  readonly id: string
  readonly text: string
  readonly hint?: string
}

interface ComboFieldProps {
  readonly name: string
  readonly label: string
  readonly term: string
  readonly onTerm: (term: string) => void
  readonly options: readonly ComboboxOption[]
  readonly state?: string | undefined
  readonly onChoose: (option: ComboboxOption) => void
  readonly onOpen?: (() => void) | undefined
  readonly onEarlyEnter?: (() => void) | undefined
  readonly error?: string | undefined
  readonly hint?: string | undefined
  readonly ref?: Ref<HTMLInputElement>
}

function useList({
  name,
  options,
  onChoose,
  onOpen,
  onEarlyEnter,
}: Pick<ComboFieldProps, 'name' | 'options' | 'onChoose' | 'onOpen' | 'onEarlyEnter'>) {
  const { forgetRefusal } = useRefusedField(name)
  const [open, setOpen] = useState(false)
  const [at, setAt] = useState(0)
  const active = Math.min(at, options.length - 1)
  const choose = (option: ComboboxOption | undefined) => {
    if (!option) return onEarlyEnter?.()
    onChoose(option)
    forgetRefusal()
    setOpen(false)
  }
  const show = (next: number) => {
    onOpen?.()
    setOpen(true)
    setAt(next)
  }
  const step = (by: number) => show(open ? (active + by + options.length) % options.length || 0 : 0)
  const byKey: Readonly<Record<string, () => void>> = {
    ArrowDown: () => step(1),
    ArrowUp: () => step(-1),
    ...(open && { Enter: () => choose(options[active]), Escape: () => setOpen(false) }),
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const act = byKey[event.key]
    if (!act) return
    event.preventDefault()
    act()
  }
  return { open, active, choose, show, close: () => setOpen(false), onKeyDown }
}

interface OptionsProps {
  readonly id: string
  readonly label: string
  readonly options: readonly ComboboxOption[]
  readonly active: number
  readonly listed: boolean
  readonly choose: (option: ComboboxOption) => void
}

const Options = ({ id, label, options, active, listed, choose }: OptionsProps) => (
  <div className="combo-options" id={`${id}-options`} role="listbox" aria-label={label} hidden={!listed}>
    {options.map((option, index) => (
      // The keyboard and the focus are the input's, and a press must not take them from it.
      // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
      <div
        key={option.id}
        id={`${id}-${index}`}
        className="combo-option"
        role="option"
        aria-selected={index === active}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => choose(option)}
      >
        {option.text}
        {option.hint && <span className="combo-hint">{option.hint}</span>}
      </div>
    ))}
  </div>
)

export function ComboboxField(props: ComboFieldProps) {
  const { name, label, term, onTerm, options, state, error, hint, ref } = props
  const { open, active, choose, show, close, onKeyDown } = useList(props)
  const listed = open && options.length > 0
  return (
    <FieldFrame name={name} label={label} error={error} hint={hint}>
      {({ id, ...described }) => (
        <>
          <input
            {...described}
            ref={ref}
            id={id}
            name={name}
            className="field-input"
            type="text"
            role="combobox"
            autoComplete="off"
            aria-autocomplete="list"
            aria-expanded={listed}
            aria-controls={`${id}-options`}
            aria-activedescendant={listed ? `${id}-${active}` : undefined}
            value={term}
            onChange={({ target }) => {
              onTerm(target.value)
              show(0)
            }}
            onClick={() => show(0)}
            onBlur={close}
            onKeyDown={onKeyDown}
          />
          <Options id={id} label={label} options={options} active={active} listed={listed} choose={choose} />
          <p className="field-hint" role="status">
            {open && state}
          </p>
        </>
      )}
    </FieldFrame>
  )
}
