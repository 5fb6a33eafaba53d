import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { api } from '#contract/api'
import { type CustomerColumn, customerColumns, NewCustomer } from '#contract/customer-import'
import type { Customer } from '#contract/customers'
import { errorText } from '../../api/error-text.ts'
import { call } from '../../api/call.ts'
import { read } from '../../api/query.ts'
import { Refused, Unreachable } from '../../api/refused.ts'
import { notify } from '../../ui/notify.ts'
import { useLookAgain } from './use-customers.ts'

/** The client as they stand when the dialog opens; never what was read before. */
export const useFreshCustomer = (customerId: string) =>
  useQuery({
    ...read(api.customers.read, { params: { customerId } }),
    gcTime: 0,
    staleTime: 0,
    refetchOnWindowFocus: false,
  })

type Values = Readonly<Record<CustomerColumn, string>>

const valuesOf = (customer: Customer | undefined): Values => ({
  name: customer?.name ?? '',
  email: customer?.email ?? '',
  phone: customer?.phone ?? '',
  address: customer?.address ?? '',
  notes: customer?.notes ?? '',
})

/** What somebody else has saved in a field while it was being edited here. */
export type Theirs = Partial<Values>

/** The form of a new client, or of `customer`, and what became of saving it. What was typed is never taken away. */
export function useCustomerForm(customer: Customer | undefined, close: () => void) {
  const look = useLookAgain()
  const [known, setKnown] = useState(customer)
  const [theirs, setTheirs] = useState<Theirs>()
  const form = useForm({ resolver: zodResolver(NewCustomer), defaultValues: valuesOf(customer) })
  const { setFocus } = form
  // The form comes when the client has been read; the focus was on what it takes the place of.
  useEffect(() => setFocus('name'), [setFocus])
  const catchUp = async () => {
    if (!known) return
    const now = await call(api.customers.read, { params: { customerId: known.customerId } })
    const [was, is] = [valuesOf(known), valuesOf(now)]
    const changes = differences(was, is)
    // What was left alone here becomes theirs, so that saving undoes nothing that anybody meant.
    for (const column of customerColumns) {
      if (changes[column] !== undefined && form.getValues(column) === was[column]) form.setValue(column, is[column])
    }
    setTheirs(changes)
    setKnown(now)
    await look()
  }
  const [requestId] = useState(() => crypto.randomUUID())
  const saving = useMutation({
    mutationFn: (body: NewCustomer) => (known ? edit(known, body) : create(body, requestId)),
    onSuccess: () => {
      notify.success(known ? 'Cliente actualizado correctamente' : 'Cliente creado correctamente')
      close()
      return look()
    },
    onError: (error) => (isStale(error) ? catchUp() : undefined),
  })
  return {
    form,
    theirs,
    submit: form.handleSubmit((body) => saving.mutate(body)),
    problem: saving.error && problemOf(saving.error, known === undefined),
    busy: saving.isPending,
  }
}

const edit = ({ customerId, version }: Customer, body: NewCustomer) =>
  call(api.customers.edit, { params: { customerId }, body: { ...body, version } })

/** Tried again after an answer was lost, the client may be there as they were typed then. */
async function create(body: NewCustomer, requestId: string): Promise<Customer> {
  const made = await call(api.customers.create, { body: { ...body, requestId } })
  return customerColumns.every((column) => made[column] === body[column]) ? made : edit(made, body)
}

const isStale = (error: unknown): boolean => error instanceof Refused && error.code === 'changed-meanwhile'

const differences = (before: Values, now: Values): Theirs =>
  Object.fromEntries(customerColumns.filter((each) => before[each] !== now[each]).map((each) => [each, now[each]]))

/** The server's own words about a field, or its sentence; of a new client first that there is none. */
function problemOf(error: Error, creating: boolean): string {
  const reason = (error instanceof Refused && Object.values(error.problems)[0]?.[0]) || errorText(error)
  if (!creating) return reason
  return error instanceof Unreachable
    ? `Error al crear el registro de cliente: ${reason}`
    : `No se pudo crear el registro de cliente. ${reason}`
}
