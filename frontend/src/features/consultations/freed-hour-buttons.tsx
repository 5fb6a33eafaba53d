import { Button } from '../../ui/button.tsx'

export const FREED_HOUR_EARLY_START_MISSING =
  'Marca esta casilla para quedarte con esta hora. Si prefieres no hacerlo, di «No, gracias»: lo que ya tienes no cambia.'

interface Answer {
  readonly isPending: boolean
  readonly send: () => void
}

export function FreedHourButtons({ take, decline }: { readonly take: Answer; readonly decline: Answer }) {
  const busy = take.isPending || decline.isPending
  return (
    <>
      <Button busy={take.isPending} busyText="Guardando..." disabled={busy} onClick={take.send}>
        Me la quedo
      </Button>
      <Button variant="plain" busy={decline.isPending} busyText="Guardando..." disabled={busy} onClick={decline.send}>
        No, gracias
      </Button>
    </>
  )
}
