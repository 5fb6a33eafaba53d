import type { Role } from '#contract/endpoint'
import type { UserAccount } from '#contract/users'

export const roleLabels: Record<Role, string> = { administrador: 'Administrador', cliente: 'Cliente' }

export const rolePowerTexts: Record<Role, string> = {
  administrador:
    'Podrá ver, cambiar y eliminar los datos de todos los clientes, incluidos los de salud, y dar o quitar acceso a otras personas. No podrá hacer nada hasta que configure la verificación en dos pasos.',
  cliente: 'Solo verá su propio panel de cliente.',
}

export const toUserDisplayName = ({ name }: Pick<UserAccount, 'name'>): string => name ?? 'Sin nombre'

export const unfinishedAccountChangeTexts: Record<NonNullable<UserAccount['unfinished']>, string> = {
  invitation: 'La invitación no llegó a enviarse',
  role: 'El cambio de rol quedó a medias',
  removal: 'La eliminación quedó a medias',
}
