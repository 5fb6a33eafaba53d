import { keepPreviousData, useQuery } from '@tanstack/react-query'
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
  const search = useRested(term.trim(), REST_MS)
  const { data, error, isPending } = useQuery({
    ...read(api.customers.names, { query: { limit: 20, ...(search && { search }) } }),
    placeholderData: keepPreviousData,
  })
  return { found: data?.items ?? [], state: stateOf({ error, isPending, none: data?.items.length === 0 }) }
}

function stateOf({ error, isPending, none }: { error: Error | null; isPending: boolean; none: boolean }) {
  if (isPending) return 'Buscando clientes...'
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
