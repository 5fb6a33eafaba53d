import { useId } from 'react'
import type { ImportProgress } from './use-customer-imports.ts'

export function ImportProgressBar({ label, done, total }: ImportProgress & { readonly label: string }) {
  const id = useId()
  return (
    <div>
      <label className="field-label" htmlFor={id}>
        {label}: {done} de {total}
      </label>
      <progress id={id} className="customer-progress" max={total} value={done} />
    </div>
  )
}
