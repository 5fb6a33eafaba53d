import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { apiContract } from '#contract/api'
import { type Customer, type CustomerField, customerFieldNames, customerFields, NewCustomer } from '#contract/customer'
import { type HealthDataLegalBasis, healthDataLegalBases } from '#contract/health-consent'
import { callApi } from '../../api/call-api.ts'
import { endpointQueryOptions } from '../../api/endpoint-query.ts'
import { isEditConflictError, hasApiErrorCode, ApiUnreachableError } from '../../api/api-error.ts'
import { showNotice } from '../../ui/show-notice.ts'
import { toFormTextValues } from '../../ui/form-text-values.ts'
import { useDraftForm } from '../../ui/use-draft-form.ts'
import { useInvalidateCustomers } from './use-customers.ts'

/** Never from the cache, so that editing starts from the stored state. */
export const useCustomerToEdit = (customerId: string) =>
  useQuery({
    ...endpointQueryOptions(apiContract.customers.read, { params: { customerId } }),
    gcTime: 0,
    staleTime: 0,
    refetchOnWindowFocus: false,
  })

type Values = Readonly<Record<CustomerField, string>>

const valuesOf = (customer: Customer | undefined): Values => toFormTextValues(customerFields, customer)

export type ConcurrentCustomerChanges = Partial<Values>

export function useCustomerForm(customer: Customer | undefined, close: () => void) {
  const invalidate = useInvalidateCustomers()
  const navigate = useNavigate()
  const [known, setKnown] = useState(customer)
  const [theirs, setTheirs] = useState<ConcurrentCustomerChanges>()
  const { form, draft } = useDraftForm(
    { form: 'customer', of: customer?.customerId },
    { resolver: resolverFor(customer), defaultValues: valuesOf(customer) },
  )
  const { setFocus } = form
  useEffect(() => setFocus('name'), [setFocus])
  const catchUp = async () => {
    if (!known) return
    const now = await callApi(apiContract.customers.read, { params: { customerId: known.customerId } })
    const [was, is] = [valuesOf(known), valuesOf(now)]
    const changes = differences(was, is)
    // Fields that were not edited take the saved value, so that saving reverts nobody's change.
    for (const field of customerFieldNames) {
      if (changes[field] !== undefined && form.getValues(field) === was[field]) form.setValue(field, is[field])
    }
    setTheirs(changes)
    setKnown(now)
    await invalidate()
  }
  const [requestId] = useState(() => crypto.randomUUID())
  const bases = useBasis(known === undefined)
  const { basis } = bases
  const saving = useMutation({
    mutationFn: (body: NewCustomer) => (known ? edit(known, body) : create(body, { requestId, basis })),
    onSuccess: ({ customerId }) => {
      showNotice.success(known ? 'Cliente actualizado correctamente' : 'Cliente creado correctamente')
      // Correcting a mistyped address moves its purchases to the client who has verified the right one.
      if (known && customerId !== known.customerId) void navigate(`/client/${customerId}`, { replace: true })
      draft.saved()
      close()
      return invalidate()
    },
    onError: (error) => (isEditConflictError(error) ? catchUp() : undefined),
  })
  return {
    form,
    draft,
    theirs,
    bases,
    submit: form.handleSubmit((body) => bases.allows(body) && saving.mutate(body)),
    refused: saving.error,
    failure: failureOf(saving.error, known === undefined),
    taken: isTaken(saving.error) ? saving.variables?.email : undefined,
    busy: saving.isPending,
  }
}

/** The legal basis for notes about a client who could not be asked for consent yet. */
function useBasis(creating: boolean) {
  const [chosen, setChosen] = useState('')
  const [missing, setMissing] = useState(false)
  const basis = healthDataLegalBases.find((each) => each === chosen)
  return {
    chosen,
    choose: setChosen,
    basis,
    error: missing && !basis ? 'Elige la base legal para guardar las notas, o quítalas' : undefined,
    allows: ({ notes }: NewCustomer): boolean => {
      const lacks = creating && Boolean(notes) && !basis
      setMissing(lacks)
      return !lacks
    },
  }
}

const accept = zodResolver(NewCustomer)

/** A client without a name is listed under the email; correcting the email corrects that name too. */
const resolverFor =
  (customer: Customer | undefined): typeof accept =>
  (values, ...rest) =>
    accept(values.name === customer?.email ? { ...values, name: values.email.trim().toLowerCase() } : values, ...rest)

const edit = ({ customerId, version }: Customer, body: NewCustomer) =>
  callApi(apiContract.customers.edit, { params: { customerId }, body: { ...body, version } })

interface Creation {
  readonly requestId: string
  readonly basis: HealthDataLegalBasis | undefined
}

/** After a lost answer the client may exist already; the request id prevents a second one. */
async function create(body: NewCustomer, { requestId, basis }: Creation): Promise<Customer> {
  const made = await callApi(apiContract.customers.create, {
    body: { ...body, requestId, ...(body.notes && { basis }) },
  })
  return customerFieldNames.every((field) => made[field] === body[field]) ? made : edit(made, body)
}

const isTaken = (error: unknown): boolean => hasApiErrorCode(error, 'client-email-taken')

const differences = (before: Values, now: Values): ConcurrentCustomerChanges =>
  Object.fromEntries(customerFieldNames.filter((each) => before[each] !== now[each]).map((each) => [each, now[each]]))

function failureOf(error: unknown, creating: boolean): { readonly title?: string; readonly reason?: string } {
  if (!creating) {
    return hasApiErrorCode(error, 'not-found') ? { reason: 'Han eliminado a este cliente mientras lo editabas.' } : {}
  }
  return error instanceof ApiUnreachableError
    ? { reason: `Error al crear el registro de cliente: ${error.message}` }
    : { title: 'No se pudo crear el registro de cliente' }
}
