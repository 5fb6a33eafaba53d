import { useState } from 'react'
import { Link } from 'react-router-dom'
import { findDosingContradiction } from '#contract/dosing-contradiction'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/panel.tsx'
import { SupplementReviewDialog, type ToReview, useSupplementsToReview } from './supplement-tasks.tsx'
import { formatDoseAmount } from './supplement-words.ts'
import './supplements.css'

export function SupplementsToReviewCard() {
  const { data, isError } = useSupplementsToReview()
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
      {edited && <SupplementReviewDialog edited={edited} items={items} close={() => setEdited(undefined)} />}
    </Card>
  )
}

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
