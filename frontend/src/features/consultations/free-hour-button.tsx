import { formatViewerTime, getViewerZoneName } from '../../ui/viewer-time.ts'
import { formatTime } from '../../ui/wall-time.ts'

interface FreeHourButtonProps {
  readonly startsAt: string
  readonly isPicked: boolean
  readonly disabled?: boolean
  readonly pick: () => void
}

export function FreeHourButton({ startsAt, isPicked, disabled, pick }: FreeHourButtonProps) {
  const own = formatViewerTime(startsAt)
  return (
    <button type="button" className="free-hour" aria-pressed={isPicked} disabled={disabled} onClick={pick}>
      {formatTime(startsAt)}
      {own && (
        <small>
          <span className="visually-hidden">, </span>
          {own}
          <span className="visually-hidden">{`, ${getViewerZoneName()}`}</span>
        </small>
      )}
    </button>
  )
}
