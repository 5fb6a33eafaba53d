import { X } from 'lucide-react'
import { useId, useRef, useState, type ClipboardEvent, type KeyboardEvent, type Ref } from 'react'
import { Button } from './button.tsx'
import { type ChipInputLimits, parseNewChips, isSameChip } from './chips.ts'
import { FieldError } from './field-frame.tsx'
import { useRefusedField } from './refused-fields.tsx'
import './chips-field.css'
import './field.css'

interface ChipsFieldProps extends ChipInputLimits {
  readonly name: string
  readonly label: string
  readonly chips: readonly string[]
  readonly onChips: (chips: string[]) => void
  readonly text: string
  readonly onText: (text: string) => void
  readonly suggestions?: readonly string[]
  readonly placeholder?: string
  readonly error?: string | undefined
  readonly onBlur?: () => void
  readonly ref?: Ref<HTMLInputElement>
}

function useChips({ chips, onChips, text, onText, maxCount, maxLength }: ChipsFieldProps) {
  const [said, say] = useState('')
  const add = (written: string) => {
    const { added, room } = parseNewChips(chips, written, { maxCount, maxLength })
    if (room.length > 0) onChips([...chips, ...room])
    say(saidOf(written, added, room, maxCount))
    onText('')
  }
  const remove = (chip: string) => {
    onChips(chips.filter((one) => one !== chip))
    say(`Quitado: ${chip}`)
  }
  return { text, said, add, remove, type: onText }
}

function saidOf(written: string, added: readonly string[], room: readonly string[], most: number): string {
  if (room.length > 0) return `Añadido: ${room.join(', ')}`
  if (added.length > 0) return `Ya hay ${most}: quita alguno para añadir otro`
  return written.trim() ? `Ya está en la lista: ${written.trim()}` : ''
}

export function ChipsField(props: ChipsFieldProps) {
  const { label, chips, suggestions = [] } = props
  const { refusal, forgetRefusal } = useRefusedField(props.name)
  const error = refusal ?? props.error
  const onChips = (next: string[]) => {
    props.onChips(next)
    forgetRefusal()
  }
  const { said, add, remove, ...writing } = useChips({ ...props, onChips })
  const id = useId()
  const field = useRef<HTMLDivElement>(null)
  const removeAndGoOn = (chip: string) => {
    remove(chip)
    field.current?.querySelector('input')?.focus()
  }
  const addAndGoOn = () => {
    add(writing.text)
    field.current?.querySelector('input')?.focus()
  }
  return (
    <div className="field" ref={field}>
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <div className={error ? 'chips chips-invalid' : 'chips'}>
        <Chips chips={chips} remove={removeAndGoOn} />
        <ChipsInput {...props} {...writing} error={error} id={id} add={add} remove={remove} />
        <Button
          variant="secondary"
          size="small"
          aria-label={`Añadir a ${label}`}
          // The press must not take the focus first: `blur` adds the typed text too.
          onPointerDown={(event) => event.preventDefault()}
          onClick={addAndGoOn}
        >
          Añadir
        </Button>
      </div>
      <p className="field-hint" id={`${id}-hint`}>
        Escribe y pulsa Añadir.
      </p>
      <Suggestions offered={suggestions.filter((one) => !chips.some(isSameChip(one)))} add={add} />
      <p className="visually-hidden" role="status">
        {said}
      </p>
      <FieldError id={`${id}-error`} text={error} />
    </div>
  )
}

interface ChipsInputProps extends ChipsFieldProps {
  readonly id: string
  readonly text: string
  readonly type: (written: string) => void
  readonly add: (written: string) => void
  readonly remove: (chip: string) => void
}

function ChipsInput({
  id,
  name,
  text,
  type,
  add,
  remove,
  chips,
  maxLength,
  placeholder,
  error,
  onBlur,
  ref,
}: ChipsInputProps) {
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      // Enter must not submit the form.
      event.preventDefault()
      if (!event.nativeEvent.isComposing) add(text)
    }
    const last = chips.at(-1)
    if (event.key === 'Backspace' && text === '' && last !== undefined) remove(last)
  }
  const paste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text')
    if (!/[;\n]/.test(pasted)) return
    event.preventDefault()
    add(text + pasted)
  }
  return (
    <input
      id={id}
      name={name}
      ref={ref}
      className="chips-input"
      type="text"
      autoComplete="off"
      enterKeyHint="enter"
      maxLength={maxLength}
      placeholder={chips.length === 0 ? placeholder : undefined}
      value={text}
      aria-invalid={error ? true : undefined}
      aria-describedby={`${id}-hint ${id}-error`}
      onChange={({ target }) => type(target.value)}
      onKeyDown={press}
      onPaste={paste}
      onBlur={() => {
        if (text.trim()) add(text)
        onBlur?.()
      }}
    />
  )
}

interface ChipsProps {
  readonly chips: readonly string[]
  readonly remove: (chip: string) => void
}

const Chips = ({ chips, remove }: ChipsProps) =>
  chips.length > 0 && (
    <ul className="chips-list">
      {chips.map((chip) => (
        <li key={chip} className="chip">
          <span>{chip}</span>
          <button type="button" className="chip-remove" aria-label={`Quitar ${chip}`} onClick={() => remove(chip)}>
            <X size={16} aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  )

interface SuggestionsProps {
  readonly offered: readonly string[]
  readonly add: (chip: string) => void
}

const neighbour = (button: HTMLElement): HTMLElement | null => {
  const next = button.nextElementSibling ?? button.previousElementSibling
  return next instanceof HTMLElement ? next : (button.closest('.field')?.querySelector('input') ?? null)
}

const Suggestions = ({ offered, add }: SuggestionsProps) =>
  offered.length > 0 && (
    <div className="chips-offered" role="group" aria-label="Sugerencias">
      {offered.map((one) => (
        <button
          key={one}
          type="button"
          className="chip-offer"
          onClick={({ currentTarget }) => {
            neighbour(currentTarget)?.focus()
            add(one)
          }}
        >
          <span aria-hidden="true">+ </span>
          {one}
        </button>
      ))}
    </div>
  )
