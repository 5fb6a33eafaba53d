import type { z } from 'zod'
import { api } from '#contract/api'
import { call } from './call.ts'
import { resendVerification } from './sign-up.ts'

type Given = z.input<typeof api.account.mailExistingOwner.body>

/**
 * Somebody signed up with an address that has an account: its owner is mailed how to go on, and the verification link
 * once more if they never followed it. Answers what may be said: nothing about a mail that did not leave.
 */
export async function mailExistingOwner(given: Given): Promise<string> {
  const [mailed] = await Promise.allSettled([
    call(api.account.mailExistingOwner, { body: given }),
    resendVerification(given.email),
  ])
  return mailed.status === 'fulfilled'
    ? 'Si ya tienes una cuenta con este correo, te hemos enviado un mensaje con los pasos para continuar.'
    : 'Si ya tienes una cuenta con este correo, inicia sesión para continuar.'
}
