import * as z from 'zod/mini'
import { SingleLineText } from './text-schemas.ts'

const NO_ROOM = 'Escribe la dirección completa de la sala, que empieza por https://'

/**
 * Public host name, and no user name or password, which everybody would see. Backslashes are refused because only
 * browsers read them as slashes; direction-changing characters would disguise the address.
 */
function isRoomUrl(text: string): boolean {
  if (!/^https:\/\//i.test(text) || /[\\\p{Bidi_Control}]/u.test(text) || !URL.canParse(text)) return false
  const { hostname, username, password } = new URL(text)
  return /[^.]\.[a-z][a-z0-9-]+$/i.test(hostname) && username === '' && password === ''
}

/** Address of a video call. Anybody who knows it can enter: never in logs, mails, files or our own URLs. */
export const RoomUrl = SingleLineText.check(
  z.maxLength(500, { error: 'La dirección puede tener como máximo 500 caracteres' }),
  z.refine(isRoomUrl, { error: NO_ROOM }),
  z.overwrite((text) => (isRoomUrl(text) ? new URL(text).href : text)),
)
