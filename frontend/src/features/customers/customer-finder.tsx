import { useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { apiContract } from '#contract/api'
import { isWordStartSearch } from '#contract/search'
import { toErrorMessage } from '../../api/error-message.ts'
import { endpointQueryOptions } from '../../api/endpoint-query.ts'
import { useCharacterKeys, useAreCharacterKeysOn } from '../../ui/character-keys.ts'
import { ComboboxField } from '../../ui/combobox-field.tsx'
import { Dialog, DialogCloseAction } from '../../ui/dialog.tsx'
import { WORD_START_SEARCH_HINT } from '../../ui/search-field.tsx'
import { useDebouncedValue } from '../../ui/use-debounced-value.ts'
import './customer-finder.css'

const KEY = '/'

export function CustomerFinder() {
  const [isOpen, setOpen] = useState(false)
  const [show] = useState(() => () => setOpen(true))
  const [acts] = useState(() => ({ [KEY]: show }))
  useCharacterKeys(acts)
  const hasKey = useAreCharacterKeysOn()
  return (
    <>
      <button
        type="button"
        className="customer-finder"
        aria-haspopup="dialog"
        aria-keyshortcuts={hasKey ? KEY : undefined}
        onClick={show}
      >
        <Search size={18} aria-hidden="true" />
        <span>Buscar cliente, email o teléfono</span>
        {hasKey && <kbd aria-hidden="true">{KEY}</kbd>}
      </button>
      {isOpen && <FinderDialog close={() => setOpen(false)} />}
    </>
  )
}

const REST_MS = 200
const MAX_SHOWN = 8

function useFound(term: string) {
  const wanted = term.trim()
  const search = useDebouncedValue(wanted, REST_MS)
  const { data, error, isPending } = useQuery({
    ...endpointQueryOptions(apiContract.customers.names, { query: { limit: MAX_SHOWN, search } }),
    enabled: search !== '',
  })
  // Results of an earlier text must not be opened by a fast Enter.
  const found = wanted !== '' && search === wanted ? (data?.items ?? []) : []
  return { found, state: toState({ wanted, error, searching: isPending || search !== wanted, ...data, found }) }
}

interface Answered {
  readonly wanted: string
  readonly error: Error | null
  readonly searching: boolean
  readonly more?: boolean | undefined
  readonly found: readonly unknown[]
}

function toState({ wanted, error, searching, more = false, found }: Answered): string | undefined {
  if (wanted === '') return undefined
  if (searching) return error ? toErrorMessage(error) : 'Buscando clientes...'
  if (error) return toErrorMessage(error)
  if (found.length === 0) return `No se encontraron clientes con «${wanted}»`
  return more ? `Se muestran ${found.length}. Escribe algo más para ver a los demás.` : undefined
}

function FinderDialog({ close }: { readonly close: () => void }) {
  const [term, setTerm] = useState('')
  const [isFirstWanted, setFirstWanted] = useState(false)
  const { found, state } = useFound(term)
  const navigate = useNavigate()
  const open = (customerId: string) => {
    close()
    void navigate(`/client/${customerId}`)
  }
  const openFirst = useEffectEvent(open)
  const first = isFirstWanted ? found[0]?.customerId : undefined
  useEffect(() => {
    if (first) openFirst(first)
  }, [first])
  return (
    <Dialog title="Buscar cliente" close={close} wide>
      <ComboboxField
        name="buscar"
        label="Nombre, email o teléfono"
        term={term}
        onTerm={(text) => {
          setFirstWanted(false)
          setTerm(text)
        }}
        options={found.map(({ customerId, name, email }) => ({
          id: customerId,
          text: name,
          ...(email !== name && { hint: email }),
        }))}
        state={state}
        hint={isWordStartSearch(term) ? WORD_START_SEARCH_HINT : undefined}
        onChoose={({ id }) => open(id)}
        // Enter was pressed before the result for the typed text arrived.
        onEarlyEnter={() => setFirstWanted(true)}
      />
      <DialogCloseAction close={close} />
    </Dialog>
  )
}
