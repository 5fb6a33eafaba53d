import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#contract/api'
import { errorText } from '../../api/error-text.ts'
import { read } from '../../api/query.ts'
import { ComboField } from '../../ui/combo-field.tsx'
import { useRested } from '../../ui/use-rested.ts'

interface ClientFieldProps {
  readonly onClient: (customerId: string) => void
  readonly error: string | undefined
}

/** What is typed is asked for once the fingers rest. Milliseconds. */
const REST_MS = 200

function useClients(term: string) {
  const wanted = term.trim()
  const search = useRested(wanted, REST_MS)
  const { data, error, isPending } = useQuery(
    read(api.customers.names, { query: { limit: 20, ...(search && { search }) } }),
  )
  // What another text found is no answer to this one: whoever types fast and presses Enter would choose somebody else.
  const found = search === wanted ? (data?.items ?? []) : []
  const searching = isPending || search !== wanted
  return { found, state: stateOf({ error, searching, none: found.length === 0 }) }
}

function stateOf({ error, searching, none }: { error: Error | null; searching: boolean; none: boolean }) {
  if (searching) return 'Buscando clientes...'
  if (error) return errorText(error)
  return none ? 'No se encontraron clientes' : undefined
}

/** Which client: found by name or address. Until one is chosen there is none, whatever is typed. */
export function ClientField({ onClient, error }: ClientFieldProps) {
  const [term, setTerm] = useState('')
  const { found, state } = useClients(term)
  return (
    <ComboField
      label="Cliente"
      term={term}
      onTerm={(text) => {
        setTerm(text)
        onClient('')
      }}
      options={found.map(({ customerId, name, email }) => ({ id: customerId, text: name, hint: email }))}
      state={state}
      onChoose={({ id, text }) => {
        setTerm(text)
        onClient(id)
      }}
      error={error}
      hint="Busca por nombre o email."
    />
  )
}
