import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { apiContract } from '#contract/api'
import { findDosingContradiction } from '#contract/dosing-contradiction'
import type { EndpointReply } from '#contract/endpoint'
import { endpointQueryOptions } from '../../api/endpoint-query.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/panel.tsx'
import { EditSupplementDialog } from './edit-supplement-dialog.tsx'
import { formatDoseAmount } from './supplement-words.ts'
import './supplements.css'

type ToReview = EndpointReply<typeof apiContract.supplements.toReview>['items'][number]

export function SupplementsToReviewCard() {
  const { data, isError } = useQuery(endpointQueryOptions(apiContract.supplements.toReview, {}))
  const [edited, setEdited] = useState<ToReview>()
  const items = data?.items ?? []
  if (items.length === 0 && !isError && !edited) return null
  return (
    <Card id="review-title" title="Pautas por revisar">
      {isError && !data ? (
        <p>No hemos podido comprobar si hay pautas que se contradicen. Recarga la página para volver a intentarlo.</p>
      ) : (
        <p>Estas pautas se contradicen. Hasta que las corrijas, el cliente ve solo las tomas que no admiten duda.</p>
      )}
      <ul className="review-list">
        {items.map((item) => (
          <Item key={item.supplement.clientSupplementId} item={item} edit={() => setEdited(item)} />
        ))}
      </ul>
      {edited && (
        <EditSupplementDialog
          customerId={edited.customerId}
          // After a conflict with what somebody else has saved meanwhile.
          supplement={
            items.find(({ supplement }) => isSame(supplement, edited.supplement))?.supplement ?? edited.supplement
          }
          close={() => setEdited(undefined)}
        />
      )}
    </Card>
  )
}

const isSame = (one: ToReview['supplement'], other: ToReview['supplement']) =>
  one.clientSupplementId === other.clientSupplementId

interface ItemProps {
  readonly item: ToReview
  readonly edit: () => void
}

const Item = ({ item: { customerId, customerName, supplement }, edit }: ItemProps) => (
  <li>
    <div>
      <Link to={`/client/${customerId}?tab=supplements`}>{customerName}</Link>: <strong>{supplement.name}</strong>{' '}
      {formatDoseAmount(supplement)}, {supplement.frequencyText}
      <p className="field-error">{findDosingContradiction(supplement)?.text}</p>
    </div>
    <Button size="small" aria-label={`Corregir ${supplement.name} de ${customerName}`} onClick={edit}>
      Corregir
    </Button>
  </li>
)
