import { useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { isWordStartSearch } from '#contract/search'
import { TextField } from './text-field.tsx'
import { useDebouncedValue } from './use-debounced-value.ts'
import { useSearchParameterSync } from './use-search-parameter.ts'

const REST_MS = 250

const NAME = 'buscar'

/** @returns the typed text, its setter, and the debounced text to search for */
export function useSearchText(): readonly [string, (text: string) => void, string] {
  const [address] = useSearchParams()
  const [text, setText] = useState(() => address.get(NAME) ?? '')
  const rested = useDebouncedValue(text.trim(), REST_MS)
  const search = text.trim() === '' ? '' : rested
  useSearchParameterSync(NAME, search)
  return [text, setText, search]
}

/** Shown for one or two letters: the index matches longer texts inside words too. */
export const WORD_START_SEARCH_HINT =
  'Con una o dos letras se busca al principio de cada palabra. Con tres o más, en cualquier parte.'

interface SearchFieldProps {
  readonly label: string
  readonly placeholder: string
  readonly id?: string
  readonly text: string
  readonly onText: (text: string) => void
}

export function SearchField({ label, placeholder, id, text, onText }: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className="search-field" role="search" id={id} tabIndex={id ? -1 : undefined}>
      <TextField
        label={label}
        type="text"
        inputMode="search"
        autoComplete="off"
        placeholder={placeholder}
        maxLength={100}
        ref={input}
        value={text}
        onChange={({ target }) => onText(target.value)}
        hint={isWordStartSearch(text) ? WORD_START_SEARCH_HINT : undefined}
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
