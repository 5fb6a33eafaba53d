import * as z from 'zod/mini'
import { SingleLineText } from './text-schemas.ts'

const NO_ROOM = 'Escribe la dirección completa de la sala, que empieza por https://'

/**
 * With a name of a host that others can reach; a name and a password in it would be shown to everybody. Browsers read a
 * backslash as a slash and other programs do not; characters that turn the text's direction show another address.
 */
function isRoomUrl(text: string): boolean {
  if (!/^https:\/\//i.test(text) || /[\\\p{Bidi_Control}]/u.test(text) || !URL.canParse(text)) return false
  const { hostname, username, password } = new URL(text)
  return /[^.]\.[a-z][a-z0-9-]+$/i.test(hostname) && username === '' && password === ''
}

/** Address of a video call. Whoever knows it can enter: it belongs in no log, mail, file or address of ours. */
export const RoomUrl = SingleLineText.check(
  z.maxLength(500, { error: 'La dirección puede tener como máximo 500 caracteres' }),
  z.refine(isRoomUrl, { error: NO_ROOM }),
  z.overwrite((text) => (isRoomUrl(text) ? new URL(text).href : text)),
)
