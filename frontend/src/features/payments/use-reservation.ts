import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '#contract/api'
import { useAuth } from '../../api/auth.tsx'
import { write } from '../../api/query.ts'
import { ApiError, UnreachableError } from '../../api/api-error.ts'
import { browser } from '../../ui/browser.ts'
import { notify } from '../../ui/notify.ts'
import { refusalText } from '../../ui/refusal-text.ts'
import { usePageReturn } from './use-page-return.ts'

/** Refusals that must be shown, because the buyer would pay twice. */
const tellable: readonly string[] = ['order-already-paid', 'payment-pending']

const refused = 'No se pudo procesar la solicitud de pago'

function descriptionOf(error: Error): string {
  if (error instanceof ApiError) return tellable.includes(error.code) ? refusalText[error.code] : refused
  if (error instanceof UnreachableError) return error.status ? refused : error.message
  return error.message || 'Ha ocurrido un error inesperado'
}

export function useReservation() {
  const { userRole, loading } = useAuth()
  const [wanted, setWanted] = useState(false)
  // A client who is signed in pays on their own account; anybody else is invited to make one afterwards.
  const endpoint = userRole === 'cliente' ? api.payments.checkout : api.payments.checkoutAnonymous
  const { mutate, isPending, isSuccess, reset } = useMutation({
    ...write(endpoint),
    onMutate: () => setWanted(false),
    onSuccess: ({ url }) => browser.leaveFor(url),
    onError: (error) => notify.failure('Error al iniciar pago', descriptionOf(error)),
  })

  usePageReturn(reset)

  // Pressed before it is known who is here, it waits: a client's order must not become a stranger's.
  useEffect(() => {
    if (wanted && !loading) mutate({ body: { product: 'primera-consulta' } })
  }, [wanted, loading, mutate])

  return { busy: wanted || isPending || isSuccess, reserve: () => setWanted(true) }
}
