import { useId } from 'react'
import type { Progress } from './use-import.ts'

export function ProgressBar({ label, done, total }: Progress & { readonly label: string }) {
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
