import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { apiContract } from '#contract/api'
import { isWordStartSearch } from '#contract/search'
import { toErrorMessage } from '../../api/error-message.ts'
import { endpointQueryOptions } from '../../api/endpoint-query.ts'
import { WORD_START_SEARCH_HINT } from '../../ui/search-field.tsx'
import { ComboboxField } from '../../ui/combobox-field.tsx'
import { useDebouncedValue } from '../../ui/use-debounced-value.ts'

interface ClientFieldProps {
  readonly term: string
  readonly onClient: (customerId: string, term: string) => void
  readonly error?: string | undefined
}

/** Debounce of the search, in milliseconds. */
const REST_MS = 200

/** Reading clients is audited, so the search starts only when the field is used. */
function useClients(term: string) {
  const [open, setOpen] = useState(false)
  const wanted = term.trim()
  const search = useDebouncedValue(wanted, REST_MS)
  const { data, error, isPending } = useQuery({
    ...endpointQueryOptions(apiContract.customers.names, { query: { limit: 20, ...(search && { search }) } }),
    enabled: open,
  })
  // Results of an earlier text must not be chosen by a fast Enter.
  const found = search === wanted ? (data?.items ?? []) : []
  const searching = isPending || search !== wanted
  return { found, state: stateOf({ error, searching, none: found.length === 0 }), ask: () => setOpen(true) }
}

function stateOf({ error, searching, none }: { error: Error | null; searching: boolean; none: boolean }) {
  if (searching) return 'Buscando clientes...'
  if (error) return toErrorMessage(error)
  return none ? 'No se encontraron clientes' : undefined
}

export function CustomerPickerField({ term, onClient, error }: ClientFieldProps) {
  const { found, state, ask } = useClients(term)
  return (
    <ComboboxField
      name="customerId"
      label="Cliente"
      term={term}
      onTerm={(text) => onClient('', text)}
      options={found.map(({ customerId, name, email }) => ({ id: customerId, text: name, hint: email }))}
      state={state}
      onChoose={({ id, text }) => onClient(id, text)}
      onOpen={ask}
      error={error}
      hint={isWordStartSearch(term) ? WORD_START_SEARCH_HINT : 'Busca por nombre o email.'}
    />
  )
}
