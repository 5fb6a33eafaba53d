import { useMemo } from 'react'
import { ButtonLink } from '../../ui/button.tsx'
import { Thread } from './thread.tsx'
import { toCustomerThread, useThread } from './use-thread.ts'

interface RecentMessagesProps {
  readonly customerId: string
  readonly name: string
}

/**
 * Not marked as read: beside the notes of a session they may be out of sight. «Leído» is set by the page of the
 * messages.
 */
export function RecentMessages({ customerId, name }: RecentMessagesProps) {
  const source = useMemo(() => toCustomerThread(customerId), [customerId])
  const state = useThread(source, { marksSeen: false })
  return (
    <>
      <Thread source={source} state={state} other={name} empty={<p>Todavía no os habéis escrito.</p>} />
      <ButtonLink to={`/client/${customerId}/mensajes`} variant="plain" size="small">
        Escribir
      </ButtonLink>
    </>
  )
}
