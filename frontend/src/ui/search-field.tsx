import { useEffect, useRef, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'
import { matchesWordStarts } from '#contract/search'
import { Field } from './field.tsx'
import { useDebouncedValue } from './use-debounced-value.ts'

/** What is typed is asked for once the fingers rest. Milliseconds. */
const REST_MS = 250

/** Stands in the address as `?buscar=`, so that reloading and coming back find the same list. */
const NAME = 'buscar'

/** The text as it is typed, the way to change it, and the text that is searched for. */
export function useSearchText(): readonly [string, (text: string) => void, string] {
  const [address, setAddress] = useSearchParams()
  const { pathname, search: query } = useLocation()
  const [text, setText] = useState(() => address.get(NAME) ?? '')
  const rested = useDebouncedValue(text.trim(), REST_MS)
  const search = text.trim() === '' ? '' : rested
  const current = address.get(NAME) ?? ''
  useEffect(() => {
    if (search === current) return
    // Whoever has gone on is not fetched back while the next page is on its way.
    if (window.location.pathname + window.location.search !== pathname + query) return
    setAddress(
      (before) => {
        const after = new URLSearchParams(before)
        if (search) after.set(NAME, search)
        else after.delete(NAME)
        return after
      },
      { replace: true },
    )
  }, [search, current, setAddress, pathname, query])
  return [text, setText, search]
}

/** Beside what is typed while it is too short to be sought anywhere. */
export const BEGINNINGS =
  'Con una o dos letras se busca al principio de cada palabra. Con tres o más, en cualquier parte.'

interface SearchFieldProps {
  readonly label: string
  readonly placeholder: string
  /** Where a link that passes over what stands before may lead. */
  readonly id?: string
  readonly text: string
  readonly onText: (text: string) => void
}

/** What a list is searched for, with a way to begin anew. */
export function SearchField({ label, placeholder, id, text, onText }: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className="search-field" role="search" id={id} tabIndex={id ? -1 : undefined}>
      <Field
        label={label}
        type="text"
        inputMode="search"
        autoComplete="off"
        placeholder={placeholder}
        maxLength={100}
        ref={input}
        value={text}
        onChange={({ target }) => onText(target.value)}
        hint={matchesWordStarts(text) ? BEGINNINGS : undefined}
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
