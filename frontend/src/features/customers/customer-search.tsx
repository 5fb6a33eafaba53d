import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { Field } from '../../ui/field.tsx'
import { useRested } from '../../ui/use-rested.ts'

/** What is typed is asked for once the fingers rest. Milliseconds. */
const REST_MS = 250

/** Stands in the address as `?buscar=`, so that reloading and coming back find the same list. */
const NAME = 'buscar'

/** The text as it is typed, the way to change it, and the text that is searched for. */
export function useSearchText(): readonly [string, (text: string) => void, string] {
  const [address, setAddress] = useSearchParams()
  const [text, setText] = useState(() => address.get(NAME) ?? '')
  const rested = useRested(text.trim(), REST_MS)
  const search = text.trim() === '' ? '' : rested
  const current = address.get(NAME) ?? ''
  useEffect(() => {
    if (search === current) return
    setAddress(
      (before) => {
        const after = new URLSearchParams(before)
        if (search) after.set(NAME, search)
        else after.delete(NAME)
        return after
      },
      { replace: true },
    )
  }, [search, current, setAddress])
  return [text, setText, search]
}

interface CustomerSearchProps {
  readonly text: string
  readonly onText: (text: string) => void
}

export function CustomerSearch({ text, onText }: CustomerSearchProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className="customer-search" role="search">
      <Field
        label="Buscar clientes"
        type="text"
        inputMode="search"
        autoComplete="off"
        placeholder="Nombre, email o teléfono"
        maxLength={100}
        ref={input}
        value={text}
        onChange={({ target }) => onText(target.value)}
        after={
          text && (
            <button
              type="button"
              className="field-toggle"
              aria-label="Borrar búsqueda"
              onClick={() => {
                onText('')
                input.current?.focus()
              }}
            >
              ×
            </button>
          )
        }
      />
    </div>
  )
}
